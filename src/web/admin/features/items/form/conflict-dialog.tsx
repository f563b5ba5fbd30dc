import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import type { RemoteChange } from './item-form-values.ts'

interface ConflictDialogProps {
  /** Who changed the item: the message of the server. */
  message: string
  changes: RemoteChange[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Another user has saved the item since the form was opened: shows the differences and offers both versions. */
export function ConflictDialog({ message, changes, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const hasConflicts = changes.some(({ mine }) => mine !== undefined)
  return (
    <Dialog title={message} role="alertdialog" tone="danger" onClose={onClose}>
      <div className="max-h-[50svh] overflow-y-auto px-6 pt-3">
        <p>Your changes have not been saved yet.</p>
        {changes.length === 0 && <p className="mt-3">No field of this form has changed.</p>}
        <dl className="mt-3 grid gap-3">
          {changes.map(({ label, before, theirs, mine }) => (
            <div key={label} className="border-line border-t pt-2">
              <dt className="font-head font-semibold">{label}</dt>
              <ChangedValue label="Before" value={before} />
              <ChangedValue label="Theirs" value={theirs} />
              {mine !== undefined && <ChangedValue label="Yours" value={mine} />}
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-sm">
          {hasConflicts
            ? 'Your version will replace theirs in the fields above that both changed.'
            : 'Your version includes their changes: you changed other fields.'}
        </p>
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="outline" onClick={onTakeTheirs}>
          Use their version
        </Button>
        <Button onClick={onKeepMine}>Use my version</Button>
      </DialogActions>
    </Dialog>
  )
}

function ChangedValue({ label, value }: { label: string; value: string }) {
  return (
    <dd className="grid grid-cols-[4rem_1fr] gap-2 text-sm">
      <span className="text-muted">{label}</span>
      <span className="line-clamp-6 whitespace-pre-line break-words">{value || 'empty'}</span>
    </dd>
  )
}
