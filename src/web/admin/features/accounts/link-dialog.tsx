import type { SetPasswordLink } from '#contracts/account.ts'
import { formatDateTime } from '#contracts/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

/** Shows a link to set a password once. Only its button or Escape closes it. */
export function LinkDialog({ accountLink, onClose }: { accountLink: SetPasswordLink; onClose: () => void }) {
  const { username, state } = accountLink.account
  return (
    <Dialog title={`Link for ${username}`} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>
          Send this link to {username} to set a password. It can be used once, until{' '}
          {formatDateTime(accountLink.expiresAt)}, and is not shown again.
          {state !== 'invited' && ` Setting the password signs ${username} out on all other devices.`}
        </p>
        <CopyField label="Link" value={accountLink.link} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
