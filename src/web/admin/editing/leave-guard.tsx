import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { useUnsavedChanges, useUnsavedParts } from '../session/unsaved-changes.ts'

interface LeaveGuardProps {
  unsaved: boolean
  message?: ReactNode
  /** Tried before the user is asked. Resolves to whether everything is saved, so that the screen can be left. */
  save?: (() => Promise<boolean>) | undefined
  /** Saves although the screen would not by itself; offered in the question. */
  saveAnyway?: (() => Promise<boolean>) | undefined
  /** Whether a path is that of what is edited, so that it is not left. */
  isSamePlace?: (pathname: string) => boolean
  /** Runs before the screen is left. A returned string is shown as an error; the next attempt leaves without it. */
  onLeave?: () => Promise<unknown>
  onStay?: () => void
}

/** Asks before a screen with unsaved changes is left for another one, or its tab is closed. */
export function LeaveGuard({
  unsaved,
  message = 'Your changes on this screen have not been saved.',
  save,
  saveAnyway,
  isSamePlace = () => false,
  onLeave,
  onStay,
}: LeaveGuardProps) {
  const [part] = useUnsavedParts()
  const [errorMessage, setErrorMessage] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  useUnsavedChanges(unsaved)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (unsaved || part !== undefined) &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isSamePlace(nextLocation.pathname),
  )
  const isBlocked = blocker.state === 'blocked'
  const isSaving = isBlocked && save !== undefined && !isAsking
  useEffect(() => {
    if (!isSaving) return
    let isCurrent = true
    void save().then((isSaved) => {
      if (!isCurrent) return
      if (isSaved) blocker.proceed?.()
      else setAsking(true)
    })
    return () => {
      isCurrent = false
    }
  }, [isSaving, save, blocker])
  if (!isBlocked || isSaving) return null
  const end = () => {
    setAsking(false)
    setErrorMessage(undefined)
  }
  const stay = () => {
    end()
    onStay?.()
    blocker.reset()
  }
  const leave = async () => {
    const failure = errorMessage ? undefined : await onLeave?.()
    if (typeof failure === 'string') return setErrorMessage(failure)
    end()
    blocker.proceed()
  }
  return (
    <Dialog title="Leave without saving?" role="alertdialog" tone="danger" onClose={stay}>
      {errorMessage ? (
        <p role="alert" className="px-6 pt-3 text-danger">
          {errorMessage}
        </p>
      ) : (
        <p className="px-6 pt-3">{part ?? message}</p>
      )}
      <DialogActions>
        <Button autoFocus onClick={stay}>
          Stay here
        </Button>
        {saveAnyway && (
          <Button
            variant="outline"
            onClick={() => void saveAnyway().then((isSaved) => (isSaved ? leave() : stay()))}
          >
            Save draft
          </Button>
        )}
        <Button variant="outline" onClick={() => void leave()}>
          Leave without saving
        </Button>
      </DialogActions>
    </Dialog>
  )
}
