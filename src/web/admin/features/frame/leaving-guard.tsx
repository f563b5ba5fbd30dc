import { useBlocker } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useUnsavedWork } from '../session/unsaved.ts'

/** Asks before a screen with unsaved work is left for another one, or its tab is closed. */
export function LeavingGuard({ unsaved, onLeave }: { unsaved: boolean; onLeave: () => Promise<void> }) {
  useUnsavedWork(unsaved)
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
