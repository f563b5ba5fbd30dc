import { formatClockTime } from '#contracts/format.ts'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Editor } from './use-editor.ts'

/** Another user saved the settings after they were opened: who, what and when, and the choice of a version. */
export function ConflictDialog({ editor, onReview }: { editor: Editor; onReview: () => void }) {
  const { conflict, closeConflict, save, isSaving } = editor
  if (!conflict) return null
  const { lastChange, revision } = conflict
  return (
    <Dialog title="Someone else saved first" role="alertdialog" tone="danger" onClose={closeConflict}>
      <p className="px-6 pt-2">
        {lastChange
          ? `${lastChange.by} saved ${lastChange.detail} at ${formatClockTime(lastChange.at)}.`
          : 'A colleague saved the settings.'}
      </p>
      <p className="px-6 pt-2">
        Your changes have not been saved yet. You can review their changes first; yours are kept as a draft.
        If you use your version, it replaces theirs in all sections.
      </p>
      <DialogActions>
        <Button variant="destructive" disabled={isSaving} onClick={() => void save(revision)}>
          Use my version
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onReview} autoFocus>
          Review their changes
        </Button>
      </DialogActions>
    </Dialog>
  )
}
