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
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'

export interface OfficeLink {
  to: string
  label: string
  Icon: LucideIcon
  permission: Permission
  /** What 'g' and this letter lead to. */
  letter?: string
  /** What the figure beside it counts: '9 to answer'. */
  counted?: string
}

/** The screens that the sidebar and the menu lead to (row ADM-1), in their order. */
export const LINKS: OfficeLink[] = [
  { to: ADMIN_PATHS.dashboard, label: 'Dashboard', Icon: Gauge, permission: 'office.read', letter: 'd' },
  { to: '/admin/products', label: 'Products', Icon: Box, permission: 'office.read', letter: 'p' },
  {
    to: ADMIN_PATHS.customers,
    label: 'Customers',
    Icon: Users,
    permission: 'enquiries.read',
    letter: 'c',
    counted: 'to answer',
  },
  { to: ADMIN_PATHS.items, label: 'All items', Icon: Rows3, permission: 'office.read', letter: 'i' },
  {
    to: ADMIN_PATHS.reviews,
    label: 'Reviews',
    Icon: MessageSquareQuote,
    permission: 'reviews.edit',
    letter: 'r',
    counted: 'to read',
  },
  {
    to: ADMIN_PATHS.settings,
    label: 'Settings',
    Icon: SlidersHorizontal,
    permission: 'settings.edit',
    letter: 's',
  },
  { to: ADMIN_PATHS.accounts, label: 'Accounts', Icon: KeyRound, permission: 'accounts.edit', letter: 'a' },
  { to: ADMIN_PATHS.log, label: 'Log', Icon: History, permission: 'log.read', letter: 'l' },
]

/** Screens below no link of their own name, and the link they belong to. */
const BELONGS: [start: string, label: string][] = [
  [ADMIN_PATHS.spareParts, 'Products'],
  ['/admin/spareparts', 'Products'],
  ['/admin/services', 'Products'],
  [ADMIN_PATHS.featured, 'Products'],
  [ADMIN_PATHS.ownAccount, 'Your account'],
]

/** What the screen at this address is called in the menu; '' for one that no menu names. */
export function screenName(path: string): string {
  const starts: [string, string][] = [
    ...LINKS.map(({ to, label }): [string, string] => [to, label]),
    ...BELONGS,
  ]
  return starts.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? ''
}
