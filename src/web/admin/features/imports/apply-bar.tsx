import { useState } from 'react'
import { Link } from 'react-router'
import type { ItemImportDetails } from '#contracts/bulk-data/item-import.ts'
import { countOf } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { getRowsLink, useImportRequest } from './requests.ts'
import { describeEffect, describeLeftOut, describeSuspectPrices } from './texts.ts'

interface ApplyBarProps {
  details: ItemImportDetails
  /** Whether columns were changed and the file was not read again since. */
  isOutdated: boolean
}

/** Applies the rows that can be applied, after a confirmation. It says what is left out, and stays in view. */
export function ApplyBar({ details, isOutdated }: ApplyBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, state, applied, pending, counts, options } = details
  const apply = useImportRequest(id)
  if (pending === 0) return null
  const rows = countOf(pending, 'row')
  const label =
    state === 'undone' ? `Apply ${rows} again` : applied > 0 ? `Apply the other ${rows}` : `Apply ${rows}`
  const leftOut = describeLeftOut(counts)
  return (
    <section
      aria-label="Apply"
      className="bottom-0 z-20 mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-3 shadow-float [@media(height>=32rem)]:sticky"
    >
      <h2 className="text-brand leading-[1.2] max-md:sr-only">3. Apply</h2>
      <p className="text-sm max-md:w-full md:flex-1">
        {isOutdated
          ? 'You have changed how the file is read. Read it again, or discard these changes, before you apply it.'
          : leftOut || 'No row is left out.'}
        {!isOutdated && counts.refused > 0 && (
          <>
            {' '}
            <Link to={getRowsLink({ state: 'refused' })} className="text-link underline">
              Show refused rows
            </Link>
          </>
        )}
      </p>
      <Button disabled={isOutdated} className="max-md:w-full" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`${label}?`}
          confirmLabel={label}
          cancelLabel="Back"
          onConfirm={() => apply.send({ action: 'apply', body: { what: 'valid' }, title: 'Not applied' })}
          onClose={() => setOpen(false)}
        >
          {applied === 0 && state === 'ready' && <p>{describeEffect(counts)}</p>}
          {counts.created > 0 && (
            <p>
              {options.draftNew
                ? 'New items are saved as drafts unless the file says otherwise.'
                : 'New items appear on the website at once unless the file says otherwise.'}
            </p>
          )}
          {describeSuspectPrices(details.sheets).map((sentence) => (
            <p key={sentence} className="font-bold text-danger">
              {sentence}
            </p>
          ))}
          {leftOut && <p>{leftOut}</p>}
          <p>You can undo the import afterwards.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
