import { useNavigate } from 'react-router'
import type { User } from '#contracts/account.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { may } from '../session/session.ts'
import { LINKS } from './links.ts'
import { type Shortcut, useShortcutKeys, useShortcuts } from './shortcuts.tsx'

const ADDED: [letter: string, label: string, to: string][] = [
  ['m', 'Machine', ADMIN_PATHS.addMachine],
  ['p', 'Spare part', ADMIN_PATHS.addSparePart],
  ['s', 'Service', ADMIN_PATHS.addService],
]

/** What works on every screen: the sheet, the search field, the screens and forms that this person may open. */
export function useOfficeShortcuts(user: User | undefined, openSheet: () => void): void {
  const navigate = useNavigate()
  const goTo = (to: string) => () => void navigate(to)
  const screens = LINKS.filter(({ permission }) => may(user, permission)).flatMap(
    ({ to, label, letter }): Shortcut[] =>
      letter ? [{ keys: `g ${letter}`, label, group: 'Go to', run: goTo(to) }] : [],
  )
  const forms = may(user, 'catalogue.edit')
    ? ADDED.map(
        ([letter, label, to]): Shortcut => ({ keys: `n ${letter}`, label, group: 'Add', run: goTo(to) }),
      )
    : []
  useShortcutKeys()
  useShortcuts([
    { keys: '?', label: 'This list', run: openSheet },
    {
      keys: '/',
      label: 'Search',
      isThere: () => searchField() !== null,
      run: () => searchField()?.focus(),
    },
    ...screens,
    ...forms,
  ])
}

const searchField = () => document.querySelector<HTMLElement>('main [data-search]')
