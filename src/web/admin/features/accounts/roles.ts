import type { Role } from '#contracts/account.ts'
import type { KeyScope } from '#contracts/permission.ts'

export const ROLES: Role[] = ['owner', 'editor', 'sales']
export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', editor: 'Editor', sales: 'Sales' }
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'May do everything, also add and remove people.',
  editor: 'May do everything but add and remove people.',
  sales: 'Works on enquiries and customers, and sees the catalogue.',
}

export const SCOPE_NAMES: Record<KeyScope, string> = {
  'office.read': 'See figures, drafts and archived items',
  'catalogue.edit': 'Change machines, parts and services',
  'enquiries.read': 'Read enquiries and customers',
  'enquiries.edit': 'Work on enquiries',
  'reviews.edit': 'Publish and decline reviews',
}
