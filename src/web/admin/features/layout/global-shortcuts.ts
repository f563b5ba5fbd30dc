import { useNavigate } from 'react-router'
import type { User } from '#contracts/account.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { can } from '../session/session.ts'
import { NAV_ITEMS } from './nav-items.ts'
import { type Shortcut, useShortcutListener, useShortcuts } from './shortcuts.tsx'

/** The keys of the forms; those of the screens are in nav-items.ts. */
const ADD_SHORTCUTS: [key: string, label: string, to: string][] = [
  ['m', 'Machine', ADMIN_PATHS.addMachine],
  ['p', 'Spare part', ADMIN_PATHS.addSparePart],
  ['s', 'Service', ADMIN_PATHS.addService],
]

/** The table of all items has no entry of its own in the navigation. */
const ITEMS_SHORTCUT = { keys: 'g i', label: 'All items', group: 'Go to' } as const

/** The shortcuts of every screen: the dialog of shortcuts, and the screens and forms that the role permits. */
export function useGlobalShortcuts(user: User | undefined, openShortcuts: () => void): void {
  const navigate = useNavigate()
  const goTo = (to: string) => () => void navigate(to)
  const screenShortcuts = NAV_ITEMS.filter(({ permission }) => can(user, permission)).flatMap(
    ({ to, label, shortcutKey }): Shortcut[] =>
      shortcutKey ? [{ keys: `g ${shortcutKey}`, label, group: 'Go to', run: goTo(to) }] : [],
  )
  const addShortcuts = can(user, 'catalogue.edit')
    ? ADD_SHORTCUTS.map(
        ([key, label, to]): Shortcut => ({ keys: `n ${key}`, label, group: 'Add', run: goTo(to) }),
      )
    : []
  const itemsShortcut = can(user, 'catalogue.read')
    ? [{ ...ITEMS_SHORTCUT, run: goTo(ADMIN_PATHS.items) }]
    : []
  useShortcutListener()
  useShortcuts([
    { keys: '?', label: 'Keyboard shortcuts', run: openShortcuts },
    ...screenShortcuts,
    ...itemsShortcut,
    ...addShortcuts,
  ])
}
