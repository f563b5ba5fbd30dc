import type { SetPasswordLink } from '#contracts/account.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

/** The one time that a link is shown. Must be closed on purpose. */
export function LinkDialog({ accountLink, onClose }: { accountLink: SetPasswordLink; onClose: () => void }) {
  const { username, state } = accountLink.account
  return (
    <Dialog title={`Link for ${username}`} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>
          Give this link to {username}, who chooses a password with it{' '}
          {state === 'invited' ? 'and is signed in' : 'and is signed out everywhere else'}. It works once,
          until {formatDateTime(accountLink.expiresAt)}. It is not shown again.
        </p>
        <CopyField label="Link" value={accountLink.link} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
