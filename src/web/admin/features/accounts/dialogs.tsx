import { type ReactNode, useState } from 'react'
import type { AccountSummary, SetPasswordLink, User } from '#contracts/account/account.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contracts/account/role.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { formatDateTime } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '../../editing/form-dialog.tsx'
import { saveUser } from '../../session/session.ts'
import { useAccountRequest } from './queries.ts'

/** What is asked before a change of an account that cannot be undone. */
export interface Confirmation {
  title: string
  text: string
  confirmLabel: string
  onConfirm: () => Promise<unknown>
}

interface InviteDialogProps {
  onClose: () => void
  /** Receives the link to set a password, which the server does not return again. */
  onInvited: (accountLink: SetPasswordLink) => void
}

export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const request = useAccountRequest()
  const [role, setRole] = useState<Role>('sales')
  return (
    <FormDialog
      title="Invite user"
      submitLabel="Invite"
      pendingLabel="Inviting..."
      onSubmit={async (fields) =>
        onInvited(await request('POST', '/api/accounts', Object.fromEntries(fields)))
      }
      onDone={() => undefined}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        maxLength={FORM_LIMITS.emailLength}
        autoComplete="off"
      />
      <TextField
        label="Name"
        name="username"
        hint="Shown to colleagues, for example in the audit log."
        required
        maxLength={FORM_LIMITS.nameLength}
        autoComplete="off"
      />
      <Select
        label="Role"
        name="role"
        hint={ROLES[role].description}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      >
        {ROLE_NAMES.map((name) => (
          <option key={name} value={name}>
            {ROLES[name].label}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}

interface RenameDialogProps {
  account: AccountSummary
  user: User
  onClose: () => void
}

/** Changes the name of an account. Earlier entries of the audit log keep the old name. */
export function RenameDialog({ account, user, onClose }: RenameDialogProps) {
  const request = useAccountRequest()
  const rename = async (fields: FormData) => {
    const body = Object.fromEntries(fields)
    const { username } = await request<AccountSummary>('PATCH', `/api/accounts/${account.id}`, body)
    if (account.id !== user.id) return
    saveUser({ ...user, username })
    location.reload()
  }
  return (
    <FormDialog
      title={`Change the name of ${account.username}`}
      submitLabel="Save"
      pendingLabel="Saving..."
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="username"
        required
        maxLength={FORM_LIMITS.nameLength}
        defaultValue={account.username}
      />
    </FormDialog>
  )
}

/** The link with which an invited or locked-out person sets a password. */
export function LinkDialog({ accountLink, onClose }: { accountLink: SetPasswordLink; onClose: () => void }) {
  const { username, state } = accountLink.account
  return (
    <SecretDialog title={`Link for ${username}`} label="Link" secret={accountLink.link} onClose={onClose}>
      Send this link to {username} to set a password. It can be used once, until{' '}
      {formatDateTime(accountLink.expiresAt)}, and is not shown again.
      {state !== 'invited' && ` Setting the password signs ${username} out on all other devices.`}
    </SecretDialog>
  )
}

interface SecretDialogProps {
  title: string
  label: string
  secret: string
  children: ReactNode
  onClose: () => void
}

/** Shows what the server does not return again. Only its button or Escape closes it. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>{children}</p>
        <CopyField label={label} value={secret} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
