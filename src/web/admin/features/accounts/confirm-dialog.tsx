import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useAccountMutation } from './queries.ts'

/** A request that is sent after the user has confirmed it. */
export interface Confirmation {
  title: string
  text: string
  confirmLabel: string
  request: Parameters<ReturnType<typeof useAccountMutation>['send']>[0]
  onDone: (result: unknown) => void
}

/** Sends the request when the user confirms it, and closes on success. An error response leaves the dialog open. */
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
