import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#contracts/format.ts'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../layout/confirm-dialog.tsx'
import { undoPreviewQuery } from './queries.ts'
import { canUndo, describeObstacle, describeUndoPreview } from './texts.ts'
import { useImportRequest } from './use-import-request.ts'

/** Undoes an import after a confirmation that says what will happen. */
export function UndoButton({ details }: { details: ItemImportDetails }) {
  const { id } = details
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const undo = useImportRequest(id, close)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Undo the import
      </Button>
      {isOpen && (
        <UndoDialog
          details={details}
          isPending={undo.isPending}
          onConfirm={() => undo.send({ action: 'undo', title: 'Not undone' })}
          onClose={close}
        />
      )}
    </>
  )
}

interface UndoDialogProps {
  details: ItemImportDetails
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what the undo will do, and what will stay, as soon as the server has looked. */
function UndoDialog({ details: { id, applied, counts }, isPending, onConfirm, onClose }: UndoDialogProps) {
  const { data: preview } = useQuery(undoPreviewQuery(id))
  const isPossible = !preview || canUndo(preview)
  return (
    <ConfirmDialog
      title={`Undo ${countOf(applied, 'row')}?`}
      confirmLabel={isPossible ? 'Undo the import' : undefined}
      tone="danger"
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isPossible && counts.changed > 0 && (
        <p>Changed items get back the values that they had before the import.</p>
      )}
      {isPossible && counts.created > 0 && <p>New items of the import are removed from the catalogue.</p>}
      <div role="status" className="grid gap-2">
        {describeUndoPreview(preview).map((sentence) => (
          <p key={sentence} className={preview?.obstacles.length ? 'font-bold' : undefined}>
            {sentence}
          </p>
        ))}
        {preview && preview.obstacles.length > 0 && (
          <ul className="grid max-h-60 list-disc gap-1 overflow-y-auto pl-5 text-sm">
            {preview.obstacles.map((obstacle) => (
              <li key={obstacle.reason}>{describeObstacle(obstacle)}</li>
            ))}
          </ul>
        )}
      </div>
      {isPossible && <p>You can apply the import again afterwards.</p>}
    </ConfirmDialog>
  )
}
