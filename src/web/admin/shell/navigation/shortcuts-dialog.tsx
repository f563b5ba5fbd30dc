import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contracts/account/account.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { CheckboxField } from '#web/ui/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { can } from '../../session/session.ts'
import { NAV_ITEMS } from './nav-items.ts'
import {
  areSingleKeysEnabled,
  listShortcuts,
  SHORTCUT_GROUPS,
  type Shortcut,
  setSingleKeysEnabled,
  useShortcutListener,
  useShortcuts,
} from './shortcuts.tsx'

/** Lists the keyboard shortcuts of the present screen, and switches single-key shortcuts on or off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [singleKeysEnabled, setEnabled] = useState(areSingleKeysEnabled)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-5 px-6 pt-4 pb-6">
        <div>
          <CheckboxField
            label="Single-key shortcuts"
            checked={singleKeysEnabled}
            onChange={(event) => {
              setSingleKeysEnabled(event.target.checked)
              setEnabled(event.target.checked)
            }}
          />
          <p className="mt-1 text-muted text-sm">Disabled while typing.</p>
        </div>
        {SHORTCUT_GROUPS.map((group) => (
          <ShortcutGroupList key={group} group={group} singleKeysEnabled={singleKeysEnabled} />
        ))}
      </div>
    </Dialog>
  )
}

function ShortcutGroupList({
  group,
  singleKeysEnabled,
}: {
  group: (typeof SHORTCUT_GROUPS)[number]
  singleKeysEnabled: boolean
}) {
  const shortcuts = listShortcuts(group).filter(({ keys }) => singleKeysEnabled || keys.startsWith('Ctrl'))
  if (shortcuts.length === 0) return null
  return (
    <section aria-label={group}>
      <h3 className="mb-1 font-head font-medium text-label text-muted">{group}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex justify-between gap-4 border-line border-t py-1.5">
            <dt>{label}</dt>
            <dd className="flex flex-none items-center gap-1.5 text-sm">
              {keys.split(/[ +]/).map((key, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice
                <kbd key={index} className="min-w-6 border border-line-strong px-1.5 text-center font-head">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

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
