import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import type { Editor } from './use-editor.ts'

/** Asks before unsaved changes are left behind, whether by a link, by the browser or by closing the tab. */
export function Leaving({ editor }: { editor: Editor }) {
  const { isDirty, draft } = editor
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" role="alertdialog" onClose={blocker.reset}>
      <p className="px-6 pt-2">
        The site does not show your changes yet. They are kept for you, and offered when you come back to the
        settings.
      </p>
      <DialogActions>
        <Button variant="outline" onClick={() => void draft.flush().then(blocker.proceed)}>
          Leave
        </Button>
        <Button variant="secondary" onClick={blocker.reset} autoFocus>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  )
}
