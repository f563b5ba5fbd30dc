import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'

/** Asks before a screen with unsaved work is left for another one, or its tab is closed. */
export function UnsavedChangesPrompt({
  unsaved,
  onLeave,
}: {
  unsaved: boolean
  onLeave: () => Promise<void>
}) {
  useUnsavedChanges(unsaved)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null
  const leave = async () => {
    await onLeave()
    blocker.proceed()
  }
  return (
    <Dialog title="Leave without saving?" role="alertdialog" tone="danger" onClose={() => blocker.reset()}>
      <p className="px-6 pt-3">What you entered on this screen is not saved yet.</p>
      <DialogActions>
        <Button variant="outline" onClick={() => void leave()}>
          Leave without saving
        </Button>
        <Button autoFocus onClick={() => blocker.reset()}>
          Stay here
        </Button>
      </DialogActions>
    </Dialog>
  )
}
