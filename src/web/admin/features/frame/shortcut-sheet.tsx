import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { listShortcuts, SHORTCUT_GROUPS, singleKeysWanted, wantSingleKeys } from './shortcuts.tsx'

/** What the keyboard can do on this screen, and the way to have it do less. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [wanted, setWanted] = useState(singleKeysWanted)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-5 px-6 pt-4 pb-6">
        <div>
          <CheckboxField
            label="Use keys without Ctrl"
            checked={wanted}
            onChange={(event) => {
              wantSingleKeys(event.target.checked)
              setWanted(event.target.checked)
            }}
          />
          <p className="mt-1 text-muted text-sm">They do nothing while you type in a field.</p>
        </div>
        {SHORTCUT_GROUPS.map((group) => (
          <Group key={group} group={group} wanted={wanted} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ group, wanted }: { group: (typeof SHORTCUT_GROUPS)[number]; wanted: boolean }) {
  const shortcuts = listShortcuts(group).filter(({ keys }) => wanted || keys.startsWith('Ctrl'))
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
