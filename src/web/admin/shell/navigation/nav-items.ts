import {
  Box,
  CalendarCheck,
  ChartColumn,
  FileText,
  Footprints,
  Gauge,
  History,
  KeyRound,
  Languages,
  ListChecks,
  type LucideIcon,
  MessageSquareQuote,
  Newspaper,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import type { Permission } from '#contracts/account/permission.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'

export interface NavItem {
  to: string
  label: string
  Icon: LucideIcon
  permission: Permission
  /** The paths of screens without an entry of their own, which belong to this one. */
  childPaths?: string[]
  /** The second key of the shortcut: 'g' and this key open the screen. */
  shortcutKey?: string
  /** The text after the count beside it, for screen readers: '9 to answer'. */
  badgeLabel?: string
}

/** The entries of the sidebar and the menu, in their order ([ADM-1]). */
export const NAV_ITEMS: NavItem[] = [
  {
    to: ADMIN_PATHS.dashboard,
    label: 'Dashboard',
    Icon: Gauge,
    permission: 'dashboard.read',
    shortcutKey: 'd',
  },
  {
    to: '/admin/products',
    label: 'Products',
    Icon: Box,
    permission: 'catalogue.read',
    shortcutKey: 'p',
    childPaths: [
      ADMIN_PATHS.spareParts,
      '/admin/spareparts',
      '/admin/services',
      ADMIN_PATHS.featured,
      ADMIN_PATHS.items,
      ADMIN_PATHS.templates,
      ADMIN_PATHS.imports,
    ],
  },
  {
    to: ADMIN_PATHS.customers,
    label: 'Customers',
    Icon: Users,
    permission: 'enquiries.read',
    shortcutKey: 'c',
    badgeLabel: 'to answer',
  },
  {
    to: ADMIN_PATHS.today,
    label: 'Today',
    Icon: CalendarCheck,
    permission: 'quotations.read',
    shortcutKey: 't',
    badgeLabel: 'to do today',
  },
  {
    to: ADMIN_PATHS.quotations,
    label: 'Quotations',
    Icon: FileText,
    permission: 'quotations.read',
    shortcutKey: 'o',
  },
  {
    to: ADMIN_PATHS.reports,
    label: 'Reports',
    Icon: ChartColumn,
    permission: 'quotations.read',
    shortcutKey: 'e',
  },
  {
    to: ADMIN_PATHS.visitors,
    label: 'Visitors',
    Icon: Footprints,
    permission: 'dashboard.read',
    shortcutKey: 'v',
  },
  {
    to: ADMIN_PATHS.publications,
    label: 'Pages and articles',
    Icon: Newspaper,
    permission: 'settings.edit',
    shortcutKey: 'w',
  },
  {
    to: ADMIN_PATHS.translations,
    label: 'Translations',
    Icon: Languages,
    permission: 'settings.edit',
    shortcutKey: 'n',
  },
  {
    to: ADMIN_PATHS.reviews,
    label: 'Reviews',
    Icon: MessageSquareQuote,
    permission: 'reviews.edit',
    shortcutKey: 'r',
    badgeLabel: 'to read',
  },
  {
    to: ADMIN_PATHS.dataQuality,
    label: 'Data quality',
    Icon: ListChecks,
    permission: 'catalogue.read',
    shortcutKey: 'q',
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

/** Returns the path of the first screen that these permissions allow, or of the profile, which needs no permission. */
export const getHomePath = (permissions: readonly Permission[]): string =>
  NAV_ITEMS.find(({ permission }) => permissions.includes(permission))?.to ?? ADMIN_PATHS.profile

/** Whether the screen at this path is the one of the entry, or belongs to it. */
export const isCurrent = (
  { to, childPaths = [] }: Pick<NavItem, 'to' | 'childPaths'>,
  path: string,
): boolean => [to, ...childPaths].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

/** The name of the screen at this path in the menu bar; '' for a screen that belongs to no menu entry. */
export const getScreenName = (path: string): string =>
  [...NAV_ITEMS, { to: ADMIN_PATHS.profile, label: 'Your account' }].find((item) => isCurrent(item, path))
    ?.label ?? ''
