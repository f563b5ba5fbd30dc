import { type FormEvent, type ReactNode, useState } from 'react'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'

interface ReasonDialogProps {
  title: string
  text: ReactNode
  /** The label of the field; undefined: nothing is asked. */
  reasonLabel?: string | undefined
  isRequired?: boolean
  confirmLabel: string
  isDangerous?: boolean
  /** Rejects with the reason why it was not done, which the dialog shows. */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks before an action, with a reason if one is useful. It stays open until the action has succeeded. */
export function ReasonDialog({
  title,
  text,
  reasonLabel,
  isRequired = false,
  confirmLabel,
  isDangerous = false,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [errorMessage, setErrorMessage] = useState<string>()
  const confirm = useGuardedMutation<unknown>({
    mutationFn: () => onConfirm(reason.trim()),
    onSuccess: onClose,
    onError: (error) => setErrorMessage(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.send()
  }
  return (
    <Dialog title={title} tone={isDangerous ? 'danger' : 'plain'} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="grid gap-3 px-6 pt-3">
          <div>{text}</div>
          {reasonLabel && (
            <TextArea
              label={reasonLabel}
              required={isRequired}
              maxLength={5000}
              rows={3}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
          {errorMessage && (
            <p role="alert" className="text-danger">
              {errorMessage}
            </p>
          )}
        </div>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'destructive' : 'default'}
            disabled={confirm.isPending}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
