import type { Role } from './account.ts'

/** Everything that a person or a program may be allowed to do beyond what every visitor may. */
const PERMISSIONS = [
  'office.read',
  'catalogue.edit',
  'enquiries.read',
  'enquiries.edit',
  'reviews.edit',
  'settings.edit',
  'accounts.edit',
  'log.read',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The one table of who may do what; the server enforces it, the back office hides what it would refuse. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  editor: PERMISSIONS.filter((permission) => permission !== 'accounts.edit'),
  sales: ['office.read', 'enquiries.read', 'enquiries.edit'],
}

/** What a program may be given with an API key: never accounts, settings or the log. */
export const KEY_SCOPES = [
  'office.read',
  'catalogue.edit',
  'enquiries.read',
  'enquiries.edit',
  'reviews.edit',
] as const satisfies Permission[]
export type KeyScope = (typeof KEY_SCOPES)[number]
