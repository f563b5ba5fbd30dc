import type { AccountSummary, SetPasswordLink } from '#contracts/account.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contracts/role.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { showToast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TableCell, TableRow } from '#web/ui/table.tsx'
import { saveUser } from '../session/session.ts'
import { type Action, ActionsMenu } from './actions-menu.tsx'
import type { Confirmation } from './confirm-dialog.tsx'
import { useAccountMutation } from './queries.ts'

interface AccountRowProps {
  account: AccountSummary
  /** The signed-in person's own line. */
  isSelf: boolean
  /** API keys made under the name that the person has now; undefined as long as nobody knows. */
  createdKeyCount: number | undefined
  onLink: (accountLink: SetPasswordLink) => void
  onRename: () => void
  onConfirm: (confirmation: Confirmation) => void
}

/** One person; the role changes here, the rest behind the menu. */
export function AccountRow({
  account,
  isSelf,
  createdKeyCount,
  onLink,
  onRename,
  onConfirm,
}: AccountRowProps) {
  const { id, username, email, role } = account
  const path = `/api/accounts/${id}`
  const link = useAccountMutation<SetPasswordLink>(onLink)
  const change = useAccountMutation<AccountSummary>((changed) => {
    if (isSelf) saveUserAndReload(changed)
  })
  const changeRole = (newRole: Role) => {
    const send = () => change.send({ method: 'PATCH', path, body: { role: newRole } })
    if (!isSelf) return send()
    onConfirm({
      title: `Become ${ROLES[newRole].label} yourself?`,
      text: 'You can then no longer change who may sign in, and cannot take this back yourself.',
      confirmLabel: 'Change my role',
      request: { method: 'PATCH', path, body: { role: newRole } },
      onDone: (changed) => saveUserAndReload(changed as AccountSummary),
    })
  }
  const actions: Action[] = [
    { label: 'Change name', run: onRename },
    {
      label: account.state === 'invited' ? 'New invitation link' : 'New password link',
      run: () => link.send({ method: 'POST', path: `${path}/link` }),
    },
    ...(account.secondFactor
      ? [{ label: 'Turn off second factor', run: () => onConfirm(createSecondFactorConfirmation(account)) }]
      : []),
    {
      label: 'Remove',
      danger: true,
      run: () => onConfirm(createRemovalConfirmation(account, isSelf, createdKeyCount)),
    },
  ]
  return (
    <TableRow>
      <TableCell className="font-semibold">
        {username} {account.state === 'invited' && <Badge>Invited</Badge>}
        {isSelf && <span className="font-normal text-muted"> (you)</span>}
      </TableCell>
      <TableCell className="break-all">{email}</TableCell>
      <TableCell>
        <select
          aria-label={`Role of ${username}`}
          value={role}
          disabled={change.isPending}
          onChange={(event) => changeRole(event.target.value as Role)}
          className="field min-w-26"
        >
          {ROLE_NAMES.map((name) => (
            <option key={name} value={name}>
              {ROLES[name].label}
            </option>
          ))}
        </select>
      </TableCell>
      <TableCell>
        <span className="text-muted lg:sr-only">Second factor: </span>
        {account.secondFactor ? 'On' : <span className="text-muted">Off</span>}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {account.seenAt ? (
          <time dateTime={account.seenAt}>{formatDateTime(account.seenAt)}</time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </TableCell>
      <TableCell>
        <ActionsMenu label={`Actions for ${username}`} actions={actions} />
      </TableCell>
    </TableRow>
  )
}

/** The frame around the screens follows the role, so it is drawn anew. */
function saveUserAndReload({ id, username, email, role }: AccountSummary): void {
  saveUser({ id, username, email, role })
  location.assign('/admin/dashboard')
}

const createSecondFactorConfirmation = ({ id, username }: AccountSummary): Confirmation => ({
  title: `Turn off the second factor of ${username}?`,
  text: 'Do this when the telephone is lost. From then on the password alone is enough, until it is turned on again.',
  confirmLabel: 'Turn off',
  request: { method: 'DELETE', path: `/api/accounts/${id}/second-factor` },
  onDone: () => showToast({ title: 'Success', description: `The second factor of ${username} is off.` }),
})

const createRemovalConfirmation = (
  { id, username }: AccountSummary,
  isSelf: boolean,
  createdKeyCount: number | undefined,
): Confirmation => ({
  title: isSelf ? 'Remove your own account?' : `Remove ${username}?`,
  text: `${isSelf ? 'You are' : `${username} is`} signed out everywhere at once. What was done stays in the log. ${describeCreatedKeys(username, createdKeyCount)}This cannot be undone.`,
  confirmLabel: 'Remove',
  request: { method: 'DELETE', path: `/api/accounts/${id}` },
  onDone: () => showToast({ title: 'Success', description: `${username} was removed.` }),
})

/** A key belongs to a program, not to whoever made it: it is ended on its own. */
function describeCreatedKeys(username: string, keyCount: number | undefined): string {
  if (keyCount === 0) return ''
  const end = 'end them under API keys first if they should not'
  if (keyCount === undefined) return `API keys made by ${username} go on working: ${end}. `
  if (keyCount === 1)
    return `1 API key made by ${username} goes on working: end it under API keys first if it should not. `
  return `${keyCount} API keys made by ${username} go on working: ${end}. `
}
