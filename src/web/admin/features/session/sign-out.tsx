import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../layout/confirm-dialog.tsx'
import { hasWork } from './local-work.ts'
import { logout } from './session.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

/** Signs out, after a question if there is work on this device that was not saved. */
export function useSignOut(): { signOut: () => void; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const signOut = () => {
    if (hasWork() || hasUnsavedChanges()) setAsking(true)
    else void logout()
  }
  const confirm = () => {
    setAsking(false)
    void logout()
  }
  const dialog = isAsking && (
    <ConfirmDialog
      title="Discard unsaved work and sign out?"
      confirmLabel="Discard and sign out"
      tone="danger"
      isPending={false}
      onConfirm={confirm}
      onClose={() => setAsking(false)}
    >
      <p>
        There are changes or answers on this device that were not saved. Signing out deletes them, so that the
        next person at this computer cannot read them.
      </p>
    </ConfirmDialog>
  )
  return { signOut, dialog }
}
