import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatClockTime } from './format-time.ts'
import type { Editor } from './use-editor.ts'

/** Somebody saved since the settings were opened: who, what and when, and the two ways on. */
export function ConflictDialog({ editor, onSeeTheirs }: { editor: Editor; onSeeTheirs: () => void }) {
  const { conflict, closeConflict, save, isSaving } = editor
  if (!conflict) return null
  const { lastChange, revision } = conflict
  return (
    <Dialog
      title="Your changes are not saved: somebody was faster"
      role="alertdialog"
      tone="danger"
      onClose={closeConflict}
    >
      <p className="px-6 pt-2">
        {lastChange
          ? `${lastChange.by} saved ${lastChange.detail} at ${formatClockTime(lastChange.at)}.`
          : 'A colleague saved the settings.'}
      </p>
      <p className="px-6 pt-2">
        You can look at theirs first: yours are kept as unsaved changes. Overwriting puts your version of
        every section in the place of theirs.
      </p>
      <DialogActions>
        <Button variant="destructive" disabled={isSaving} onClick={() => void save(revision)}>
          Overwrite with mine
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onSeeTheirs} autoFocus>
          See theirs
        </Button>
      </DialogActions>
    </Dialog>
  )
}
