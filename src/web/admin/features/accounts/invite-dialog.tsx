import { type FormEvent, useState } from 'react'
import type { SetPasswordLink } from '#contracts/account.ts'
import { FORM_LIMITS } from '#contracts/form-limits.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contracts/role.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import { useAccountMutation } from './queries.ts'

/** The form for a new account. `onInvited` receives the link to set a password, which the server does not return again. */
export function InviteDialog({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: (accountLink: SetPasswordLink) => void
}) {
  const [email, setEmail] = useState('')
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('sales')
  const invite = useAccountMutation<SetPasswordLink>(onInvited)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.send({ method: 'POST', path: '/api/accounts', body: { email, username, role } })
  }
  return (
    <Dialog title="Invite user" onClose={() => !invite.isPending && onClose()}>
      <form onSubmit={submit} className="grid gap-5 px-6 pt-4 pb-6">
        <TextField
          label="Email"
          type="email"
          required
          maxLength={FORM_LIMITS.emailLength}
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Name"
          hint="Shown to colleagues, for example in the audit log."
          required
          maxLength={FORM_LIMITS.nameLength}
          autoComplete="off"
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Select
          label="Role"
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
        <Button type="submit" disabled={invite.isPending}>
          {invite.isPending ? 'Inviting...' : 'Invite'}
        </Button>
      </form>
    </Dialog>
  )
}
