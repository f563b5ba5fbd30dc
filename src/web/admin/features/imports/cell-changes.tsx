import { useState } from 'react'
import { formatCount, truncate } from '#contracts/format.ts'
import type { CellChange } from '#contracts/item-import.ts'
import { Button } from '#web/ui/button.tsx'

/** Changes and characters of a value that are shown at first. */
const MAX_CHANGES = 4
const MAX_LENGTH = 120

/** The values that a row would change, each as 'Price ₹900 → ₹950 (D17)'. Long lists and values open on demand. */
export function CellChanges({ changes, rowLabel }: { changes: CellChange[]; rowLabel: string }) {
  const [open, setOpen] = useState(false)
  const shown = open ? changes : changes.slice(0, MAX_CHANGES)
  const isLong = changes.some(({ before, after }) => before.length > MAX_LENGTH || after.length > MAX_LENGTH)
  const hidden = changes.length - MAX_CHANGES
  const format = (value: string) => (open ? value : truncate(value, MAX_LENGTH))
  return (
    <>
      <ul className="grid gap-0.5">
        {shown.map((change) => (
          <li key={`${change.field} ${change.cell}`} className={open ? 'whitespace-pre-line' : ''}>
            <ChangeText change={change} format={format} />
          </li>
        ))}
      </ul>
      {(hidden > 0 || isLong) && (
        <Button variant="link" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : hidden > 0 ? `Show ${formatCount(hidden)} more` : 'Show the whole text'}
          <span className="sr-only">{` of ${rowLabel}`}</span>
        </Button>
      )}
    </>
  )
}

function ChangeText({ change, format }: { change: CellChange; format: (value: string) => string }) {
  const { field, before, after, cell } = change
  return (
    <>
      <span className="text-muted">{field}</span>{' '}
      {before && (
        <>
          {format(before)} <span aria-hidden="true">→</span>
          <span className="sr-only">becomes</span>{' '}
        </>
      )}
      {after ? <b className="font-semibold">{format(after)}</b> : <i>no value</i>}
      {cell && <span className="text-muted text-sm">{` (${cell})`}</span>}
    </>
  )
}
