import { PERMISSIONS, type Permission } from './permission.ts'

interface RoleDefinition {
  label: string
  description: string
  permissions: readonly Permission[]
}

/**
 * The roles of accounts. This table is the only definition: the schema, the server's checks, what the admin shows and
 * the choices in its forms are derived from it.
 */
const DEFINITIONS = {
  owner: {
    label: 'Owner',
    description: 'Can do everything, including managing users.',
    permissions: PERMISSIONS,
  },
  editor: {
    label: 'Editor',
    description: 'Can do everything except managing users.',
    permissions: PERMISSIONS.filter((permission) => permission !== 'accounts.edit'),
  },
  sales: {
    label: 'Sales',
    description: 'Handles enquiries, customers and quotations, and can view the catalogue.',
    permissions: [
      'dashboard.read',
      'catalogue.read',
      'enquiries.read',
      'enquiries.edit',
      'quotations.read',
      'quotations.edit',
    ],
  },
} satisfies Record<string, RoleDefinition>

export type Role = keyof typeof DEFINITIONS
export const ROLES: Record<Role, RoleDefinition> = DEFINITIONS
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]]
