import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'

interface DiscardDialogProps {
  /** A question. */
  title: string
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before a dialog closes whose fields were changed. */
export function DiscardDialog({ title, onDiscard, onKeep }: DiscardDialogProps) {
  return (
    <Dialog title={title} role="alertdialog" onClose={onKeep}>
      <DialogActions>
        <Button autoFocus onClick={onKeep}>
          Keep editing
        </Button>
        <Button variant="outline" onClick={onDiscard}>
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  )
}
