import { useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'

interface UnsavedChangesPromptProps {
  unsaved: boolean
  message?: string
  /** Runs before the screen is left. A returned string is shown as an error; the next attempt leaves without it. */
  onLeave: () => Promise<unknown>
}

/** Asks before a screen with unsaved changes is left for another one, or its tab is closed. */
export function UnsavedChangesPrompt({
  unsaved,
  message = 'Your changes on this screen have not been saved.',
  onLeave,
}: UnsavedChangesPromptProps) {
  const [errorMessage, setErrorMessage] = useState<string>()
  useUnsavedChanges(unsaved)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null
  const leave = async () => {
    const failure = errorMessage ? undefined : await onLeave()
    if (typeof failure === 'string') setErrorMessage(failure)
    else blocker.proceed()
  }
  const stay = () => {
    setErrorMessage(undefined)
    blocker.reset()
  }
  return (
    <Dialog title="Leave without saving?" role="alertdialog" tone="danger" onClose={stay}>
      {errorMessage ? (
        <p role="alert" className="px-6 pt-3 text-danger">
          {errorMessage}
        </p>
      ) : (
        <p className="px-6 pt-3">{message}</p>
      )}
      <DialogActions>
        <Button autoFocus onClick={stay}>
          Stay here
        </Button>
        <Button variant="outline" onClick={() => void leave()}>
          Leave without saving
        </Button>
      </DialogActions>
    </Dialog>
  )
}
