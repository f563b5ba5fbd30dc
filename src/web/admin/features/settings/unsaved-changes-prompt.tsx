import { useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'
import type { Editor } from './use-editor.ts'

/** Asks for confirmation before the screen is left with unsaved changes, which stay on the server as a draft. */
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
          Your draft could not be saved. If you leave now, your changes are lost.
        </p>
      ) : (
        <p className="px-6 pt-2">
          Your changes are not on the site yet. They are kept as a draft, which you can restore when you come
          back to the settings.
        </p>
      )}
      <DialogActions>
        <Button variant="outline" onClick={() => void leave()}>
          {draftSaveFailed ? 'Leave and lose changes' : 'Leave'}
        </Button>
        <Button variant="secondary" onClick={stay} autoFocus>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
