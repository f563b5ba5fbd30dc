import {
  Box,
  Gauge,
  History,
  KeyRound,
  type LucideIcon,
  MessageSquareQuote,
  Rows3,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import type { Permission } from '#contracts/permission.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'

export interface NavItem {
  to: string
  label: string
  Icon: LucideIcon
  permission: Permission
  /** What 'g' and this letter lead to. */
  shortcutKey?: string
  /** What the figure beside it counts: '9 to answer'. */
  badgeLabel?: string
}

/** The screens that the sidebar and the menu lead to (row ADM-1), in their order. */
export const NAV_ITEMS: NavItem[] = [
  {
    to: ADMIN_PATHS.dashboard,
    label: 'Dashboard',
    Icon: Gauge,
    permission: 'dashboard.read',
    shortcutKey: 'd',
  },
  { to: '/admin/products', label: 'Products', Icon: Box, permission: 'catalogue.read', shortcutKey: 'p' },
  {
    to: ADMIN_PATHS.customers,
    label: 'Customers',
    Icon: Users,
    permission: 'enquiries.read',
    shortcutKey: 'c',
    badgeLabel: 'to answer',
  },
  { to: ADMIN_PATHS.items, label: 'All items', Icon: Rows3, permission: 'catalogue.read', shortcutKey: 'i' },
  {
    to: ADMIN_PATHS.reviews,
    label: 'Reviews',
    Icon: MessageSquareQuote,
    permission: 'reviews.edit',
    shortcutKey: 'r',
    badgeLabel: 'to read',
  },
  {
    to: ADMIN_PATHS.settings,
    label: 'Settings',
    Icon: SlidersHorizontal,
    permission: 'settings.edit',
    shortcutKey: 's',
  },
  {
    to: ADMIN_PATHS.accounts,
    label: 'Accounts',
    Icon: KeyRound,
    permission: 'accounts.edit',
    shortcutKey: 'a',
  },
  {
    to: ADMIN_PATHS.auditLog,
    label: 'Audit log',
    Icon: History,
    permission: 'audit-log.read',
    shortcutKey: 'l',
  },
]

/** Screens below no link of their own name, and the link they belong to. */
const CHILD_SCREENS: [start: string, label: string][] = [
  [ADMIN_PATHS.spareParts, 'Products'],
  ['/admin/spareparts', 'Products'],
  ['/admin/services', 'Products'],
  [ADMIN_PATHS.featured, 'Products'],
  [ADMIN_PATHS.profile, 'Your account'],
]

/** What the screen at this address is called in the menu; '' for one that no menu names. */
export function getScreenName(path: string): string {
  const prefixes: [string, string][] = [
    ...NAV_ITEMS.map(({ to, label }): [string, string] => [to, label]),
    ...CHILD_SCREENS,
  ]
  return prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1] ?? ''
}
