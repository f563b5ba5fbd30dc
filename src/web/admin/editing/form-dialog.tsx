import { type FormEvent, type ReactNode, useState } from 'react'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'

interface QuestionProps {
  title: string
  children?: ReactNode
  tone?: 'plain' | 'danger'
  cancelLabel?: string
  /** The label of the button while the request is pending. */
  pendingLabel?: string
  onClose: () => void
}

interface FormDialogProps extends QuestionProps {
  submitLabel: string
  placement?: 'center' | 'wide'
  role?: 'dialog' | 'alertdialog'
  /** Whether `onSubmit` checks the fields instead of the browser. */
  noValidate?: boolean
  /** Asked before the dialog closes without sending: set it once fields were changed. */
  discardQuestion?: string | undefined
  onChange?: () => void
  /** Rejects with the reason why it was not done, which the dialog shows. */
  onSubmit: (fields: FormData) => unknown
  /** Runs when it is done, instead of `onClose`. */
  onDone?: () => void
}

/** A form in a dialog. It stays open, with what was entered, until its request has succeeded. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, tone = 'plain', role = 'dialog', placement = 'center', onClose } = props
  const {
    cancelLabel = 'Cancel',
    submitLabel,
    pendingLabel,
    noValidate,
    discardQuestion,
    onChange,
    onSubmit,
    onDone,
  } = props
  const [isDiscarding, setDiscarding] = useState(false)
  const action = useAction(onSubmit, onDone ?? onClose)
  const close = () => (discardQuestion ? setDiscarding(true) : onClose())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void action.run(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} tone={tone} role={role} placement={placement} onClose={close}>
      <form onSubmit={submit} onChange={onChange} noValidate={noValidate}>
        <div className="grid gap-4 px-6 pt-4">
          {children}
          <ErrorText text={action.error} />
        </div>
        <DialogActions>
          <Button variant="outline" onClick={close}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={tone === 'danger' ? 'destructive' : 'default'}
            disabled={action.isPending}
          >
            {(action.isPending && pendingLabel) || submitLabel}
          </Button>
        </DialogActions>
      </form>
      {isDiscarding && (
        <ConfirmDialog
          title={discardQuestion ?? ''}
          cancelLabel="Keep editing"
          confirmLabel="Discard"
          onConfirm={onClose}
          onClose={() => setDiscarding(false)}
        />
      )}
    </Dialog>
  )
}

interface ConfirmDialogProps extends QuestionProps {
  /** Undefined: nothing can be done. */
  confirmLabel: string | undefined
  /** Whether it is not yet known what the action would do. */
  isDisabled?: boolean
  /** Rejects with the reason why it was not done, which the dialog shows; it closes otherwise. */
  onConfirm: () => unknown
}

/** Says what an action will do before it is done. The children are the description. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, tone = 'plain', cancelLabel = 'Cancel', onClose } = props
  const { confirmLabel, pendingLabel, isDisabled = false, onConfirm } = props
  const action = useAction(onConfirm, onClose)
  return (
    <Dialog title={title} role="alertdialog" tone={tone} onClose={onClose}>
      {(children || action.error) && (
        <div className="grid gap-2 px-6 pt-3 text-muted">
          {children}
          <ErrorText text={action.error} />
        </div>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose} autoFocus>
          {cancelLabel}
        </Button>
        {confirmLabel && (
          <Button
            variant={tone === 'danger' ? 'destructive' : 'default'}
            disabled={action.isPending || isDisabled}
            onClick={() => void action.run()}
          >
            {(action.isPending && pendingLabel) || confirmLabel}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Runs the action of a dialog, once at a time. */
function useAction<Input = void>(act: (input: Input) => unknown, onDone: () => void) {
  const [error, setError] = useState<string>()
  const { send, isPending } = useGuardedMutation<unknown, Input>({
    mutationFn: async (input) => act(input),
    onMutate: () => setError(undefined),
    onSuccess: onDone,
    onError: (reason) => setError(reason.message),
  })
  return { run: send, isPending, error }
}

const ErrorText = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="alert" className="text-danger">
      {text}
    </p>
  )
