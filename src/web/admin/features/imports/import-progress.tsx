import { useState } from 'react'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { Button } from '#web/ui/button.tsx'
import { formatProgress } from './texts.ts'
import { useImportRequest } from './use-import-request.ts'

/** How far a process has come with the import. Applying and undoing can be cancelled. */
export function ImportProgress({ details: { id, state, progress } }: { details: ItemImportDetails }) {
  const [isCancelled, setCancelled] = useState(false)
  const cancel = useImportRequest(id, () => setCancelled(true))
  const { done, total } = progress
  return (
    <>
      <progress
        aria-label={`${LABELS[state as keyof typeof LABELS]}: progress`}
        className="import-progress"
        // Without a value the bar shows that the total is unknown.
        {...(total > 0 && { max: total, value: done })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted tabular-nums">
          {isCancelled
            ? `${formatProgress(progress)}. This stops after the present rows; the rest can be ${state === 'undoing' ? 'undone' : 'applied'} later.`
            : `${formatProgress(progress)}. You can close this tab; this continues.`}
        </p>
        {(state === 'applying' || state === 'undoing') && !isCancelled && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => cancel.send({ action: 'cancel', title: 'Not cancelled' })}
          >
            Cancel
          </Button>
        )}
      </div>
    </>
  )
}

const LABELS = { reading: 'Reading', applying: 'Applying', undoing: 'Undoing', deleting: 'Deleting' }
