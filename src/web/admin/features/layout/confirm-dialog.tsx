import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** Paragraphs that say what will happen. */
  children: ReactNode
  /** Undefined: nothing can be done, and there is only 'Back'. */
  confirmLabel: string | undefined
  tone?: 'plain' | 'danger'
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what an action will do before it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, tone = 'plain', isPending, onConfirm, onClose } = props
  return (
    <Dialog title={title} role="alertdialog" tone={tone} onClose={onClose}>
      <div className="grid gap-2 px-6 pt-3 text-muted">{children}</div>
      <DialogActions>
        <Button variant="outline" onClick={onClose} autoFocus>
          Back
        </Button>
        {confirmLabel && (
          <Button
            variant={tone === 'danger' ? 'destructive' : 'default'}
            disabled={isPending}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
