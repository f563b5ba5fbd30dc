import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../layout/confirm-dialog.tsx'
import { undoPreviewQuery } from './queries.ts'
import { describeUndoPreview, formatNumber } from './texts.ts'
import { useImportRequest } from './use-import-request.ts'

/** Undoes an import after a confirmation that says what will happen. */
export function UndoButton({ details: { id, applied, counts } }: { details: ItemImportDetails }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const undo = useImportRequest(id, close)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Undo the import
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Undo ${formatNumber(applied, 'row')}?`}
          confirmLabel="Undo the import"
          tone="danger"
          isPending={undo.isPending}
          onConfirm={() => undo.send({ action: 'undo', title: 'Not undone' })}
          onClose={close}
        >
          {counts.changed > 0 && <p>Changed items get back the values that they had before the import.</p>}
          {counts.created > 0 && <p>New items of the import are removed from the catalogue.</p>}
          <UndoPreview id={id} />
        </ConfirmDialog>
      )}
    </>
  )
}

/** Says which items stay, as soon as the server has counted them. */
function UndoPreview({ id }: { id: string }) {
  const { data } = useQuery(undoPreviewQuery(id))
  return (
    <>
      <p role="status" className={data?.changedAgain ? 'font-bold' : undefined}>
        {describeUndoPreview(data)}
      </p>
      <p>You can apply the import again afterwards.</p>
    </>
  )
}
