/** The permissions: rights to groups of actions that visitors do not have. */
export const PERMISSIONS = [
  'dashboard.read',
  'catalogue.read',
  'catalogue.edit',
  'enquiries.read',
  'enquiries.edit',
  'quotations.read',
  'quotations.edit',
  'quotations.approve',
  'reviews.edit',
  'settings.edit',
  'accounts.edit',
  'audit-log.read',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * The permissions that an API key can have, called its scopes, with their labels. Keys can never edit accounts or
 * settings, approve discounts, or read the audit log.
 */
export const KEY_SCOPE_LABELS = {
  'dashboard.read': 'View the dashboard',
  'catalogue.read': 'View all items, including drafts and archived items',
  'catalogue.edit': 'Edit machines, spare parts and services',
  'enquiries.read': 'View enquiries and customers',
  'enquiries.edit': 'Edit enquiries',
  'quotations.read': 'View quotations',
  'quotations.edit': 'Prepare and send quotations',
  'reviews.edit': 'Moderate reviews',
} as const satisfies Partial<Record<Permission, string>>
export type KeyScope = keyof typeof KEY_SCOPE_LABELS
export const KEY_SCOPES = Object.keys(KEY_SCOPE_LABELS) as [KeyScope, ...KeyScope[]]
