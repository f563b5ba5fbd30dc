import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useAccountMutation } from './queries.ts'

/** Something that is asked before it is done. */
export interface Confirmation {
  title: string
  text: string
  confirmLabel: string
  request: Parameters<ReturnType<typeof useAccountMutation>['send']>[0]
  onDone: (answer: unknown) => void
}

/** Does what was asked, and closes when it is done; a refusal leaves it open. */
export function ConfirmDialog({
  confirmation,
  onClose,
}: {
  confirmation: Confirmation
  onClose: () => void
}) {
  const mutation = useAccountMutation((result) => {
    onClose()
    confirmation.onDone(result)
  })
  return (
    <Dialog title={confirmation.title} role="alertdialog" tone="danger" onClose={onClose}>
      <p className="px-6 pt-3 text-muted">{confirmation.text}</p>
      <DialogActions>
        <Button variant="outline" onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button
          variant="destructive"
          disabled={mutation.isPending}
          onClick={() => mutation.send(confirmation.request)}
        >
          {confirmation.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
