import { type FormEvent, useState } from 'react'
import type { AccountSummary, User } from '#contracts/account.ts'
import { FORM_LIMITS } from '#contracts/form-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { saveUser } from '../session/session.ts'
import { useAccountMutation } from './queries.ts'

/** Changes the name of an account. Earlier entries of the audit log keep the old name. */
export function RenameDialog({
  account,
  user,
  onClose,
}: {
  account: AccountSummary
  user: User
  onClose: () => void
}) {
  const [username, setUsername] = useState(account.username)
  const rename = useAccountMutation<AccountSummary>((changed) => {
    onClose()
    if (changed.id !== user.id) return
    saveUser({ ...user, username: changed.username })
    location.reload()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.send({ method: 'PATCH', path: `/api/accounts/${account.id}`, body: { username } })
  }
  return (
    <Dialog title={`Change the name of ${account.username}`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5 px-6 pt-4 pb-6">
        <TextField
          label="Name"
          required
          maxLength={FORM_LIMITS.nameLength}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Button type="submit" disabled={rename.isPending}>
          {rename.isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </Dialog>
  )
}
