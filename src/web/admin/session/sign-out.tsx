import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../editing/form-dialog.tsx'
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
  const dialog = isAsking && (
    <ConfirmDialog
      title="Discard unsaved work and sign out?"
      confirmLabel="Discard and sign out"
      tone="danger"
      cancelLabel="Back"
      onConfirm={() => void logout()}
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
