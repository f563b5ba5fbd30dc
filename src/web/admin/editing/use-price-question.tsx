import { type ReactNode, useRef, useState } from 'react'
import { countOf, formatRupees } from '#contracts/format.ts'
import { isLargePriceChange, parseRupees } from '#contracts/item/price-rules.ts'
import { ConfirmDialog } from './form-dialog.tsx'

/** The price of an item before and after a change, as it was typed. */
interface PriceEdit {
  id: string
  name: string
  before: string
  after: string
}

/** Items that are named in the question. */
const MAX_NAMED = 20

/** Asks before prices are saved that change by more than 50 %. The same change of an item is asked about once. */
export function usePriceQuestion() {
  const [pending, setPending] = useState<{ edits: PriceEdit[]; save: () => void }>()
  const confirmed = useRef(new Map<string, string>())
  const askThenSave = (all: PriceEdit[], save: () => void) => {
    const edits = all.filter((edit) => isLarge(edit) && confirmed.current.get(edit.id) !== describeEdit(edit))
    if (edits.length > 0) setPending({ edits, save })
    else save()
  }
  const confirm = ({ edits, save }: { edits: PriceEdit[]; save: () => void }) => {
    for (const edit of edits) confirmed.current.set(edit.id, describeEdit(edit))
    setPending(undefined)
    save()
  }
  const question: ReactNode = pending && (
    <ConfirmDialog
      title={`Price changes by more than 50 %: ${countOf(pending.edits.length, 'item')}`}
      confirmLabel="Save"
      cancelLabel="Back"
      onConfirm={() => confirm(pending)}
      onClose={() => setPending(undefined)}
    >
      <ul className="max-h-60 overflow-y-auto">
        {pending.edits.slice(0, MAX_NAMED).map((edit) => (
          <li key={edit.id}>{describeEdit(edit)}</li>
        ))}
      </ul>
      {pending.edits.length > MAX_NAMED && (
        <p>{`and ${countOf(pending.edits.length - MAX_NAMED, 'item')} more`}</p>
      )}
      <p>Is a digit missing, or one too many?</p>
    </ConfirmDialog>
  )
  return { askThenSave, question }
}

const isLarge = ({ before, after }: PriceEdit): boolean =>
  isLargePriceChange(parseRupees(before) ?? null, parseRupees(after) ?? null)

const describeEdit = ({ name, before, after }: PriceEdit): string =>
  `${name}: ${formatRupees(parseRupees(before) ?? 0)} → ${formatRupees(parseRupees(after) ?? 0)}`
