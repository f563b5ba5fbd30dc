import type { ReactNode } from 'react'
import { FormDialog } from '#web/admin/editing/form-dialog.tsx'
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

/** Asks before an action, with a reason if one is useful. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    text,
    reasonLabel,
    isRequired = false,
    confirmLabel,
    isDangerous,
    onConfirm,
    onClose,
  } = props
  return (
    <FormDialog
      title={title}
      tone={isDangerous ? 'danger' : 'plain'}
      submitLabel={confirmLabel}
      onSubmit={(fields) => onConfirm(String(fields.get('reason') ?? '').trim())}
      onClose={onClose}
    >
      <div>{text}</div>
      {reasonLabel && (
        <TextArea label={reasonLabel} name="reason" required={isRequired} maxLength={5000} rows={3} />
      )}
    </FormDialog>
  )
}
