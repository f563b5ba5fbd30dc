import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import type { RemoteChange } from './item-form-values.ts'

interface ConflictDialogProps {
  /** Who changed what, in the server's words. */
  message: string
  changes: RemoteChange[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Two people changed one item: whoever saves second sees what the first one did, and chooses. */
export function ConflictDialog({ message, changes, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const hasConflicts = changes.some(({ mine }) => mine !== undefined)
  return (
    <Dialog title={message} role="alertdialog" tone="danger" onClose={onClose}>
      <div className="max-h-[50svh] overflow-y-auto px-6 pt-3">
        <p>Nothing of yours is stored yet, and nothing is lost.</p>
        {changes.length === 0 && <p className="mt-3">They changed nothing that this form shows.</p>}
        <dl className="mt-3 grid gap-3">
          {changes.map(({ label, before, theirs, mine }) => (
            <div key={label} className="border-line border-t pt-2">
              <dt className="font-head font-semibold">{label}</dt>
              <ChangedValue label="Was" value={before} />
              <ChangedValue label="Theirs" value={theirs} />
              {mine !== undefined && <ChangedValue label="Yours" value={mine} />}
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-sm">
          {hasConflicts
            ? "'Save mine' puts your version where both changed the same, and keeps the rest of theirs."
            : "'Save mine' keeps their changes as well: you changed other things."}
        </p>
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Go on editing
        </Button>
        <Button variant="outline" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button onClick={onKeepMine}>Save mine</Button>
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
