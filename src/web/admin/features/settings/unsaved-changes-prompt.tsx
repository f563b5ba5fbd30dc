import { useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'
import type { Editor } from './use-editor.ts'

/** Asks before unsaved changes are left behind, whether by a link, by the browser or by closing the tab. */
export function UnsavedSettingsPrompt({ editor }: { editor: Editor }) {
  const { isDirty, draft } = editor
  const [draftSaveFailed, setDraftSaveFailed] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useUnsavedChanges(isDirty)
  if (blocker.state !== 'blocked') return null
  const leave = async () => {
    if (draftSaveFailed || (await draft.flush())) blocker.proceed()
    else setDraftSaveFailed(true)
  }
  const stay = () => {
    setDraftSaveFailed(false)
    blocker.reset()
  }
  return (
    <Dialog title="Leave without saving?" role="alertdialog" onClose={stay}>
      {draftSaveFailed ? (
        <p role="alert" className="px-6 pt-2 text-danger">
          Your changes could not be kept on the server. Leaving now loses them.
        </p>
      ) : (
        <p className="px-6 pt-2">
          The site does not show your changes yet. They are kept for you, and offered when you come back to
          the settings.
        </p>
      )}
      <DialogActions>
        <Button variant="outline" onClick={() => void leave()}>
          {draftSaveFailed ? 'Leave and lose them' : 'Leave'}
        </Button>
        <Button variant="secondary" onClick={stay} autoFocus>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
