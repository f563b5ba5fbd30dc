import { Fragment } from 'react'
import type { AccountSummary, SetPasswordLink } from '#contracts/account/account.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contracts/account/role.ts'
import { formatDateTime } from '#contracts/format.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { type Action, ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { TableCell, TableRow } from '#web/ui/table.tsx'
import { saveUser } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import type { Confirmation } from './dialogs.tsx'
import { useAccountRequest } from './queries.ts'

interface AccountRowProps {
  account: AccountSummary
  /** Whether this is the account of the signed-in user. */
  isSelf: boolean
  /** API keys of the account; undefined while they are loading. */
  keyCount: number | undefined
  onLink: (accountLink: SetPasswordLink) => void
  onRename: () => void
  onConfirm: (confirmation: Confirmation) => void
}

/** One account with its role; further actions are in the menu. */
export function AccountRow({ account, isSelf, keyCount, onLink, onRename, onConfirm }: AccountRowProps) {
  const { id, username, email, role } = account
  const path = `/api/accounts/${id}`
  const request = useAccountRequest()
  const link = useGuardedMutation({
    mutationFn: () => request<SetPasswordLink>('POST', `${path}/link`),
    onSuccess: onLink,
    onError: (error) => showErrorToast(error),
  })
  const patchRole = (newRole: Role) => request<AccountSummary>('PATCH', path, { role: newRole })
  const change = useGuardedMutation({
    mutationFn: patchRole,
    onError: (error) => showErrorToast(error),
  })
  const changeRole = (newRole: Role) => {
    if (!isSelf) return change.send(newRole)
    onConfirm({
      title: `Change your own role to ${ROLES[newRole].label}?`,
      text: 'You will no longer be able to manage users, and you cannot undo this yourself.',
      confirmLabel: 'Change my role',
      onConfirm: async () => saveUserAndReload(await patchRole(newRole)),
    })
  }
  const turnOffSecondFactor = async () => {
    await request('DELETE', `${path}/second-factor`)
    showToast({ title: 'Success', description: `Two-step verification for ${username} is off.` })
  }
  const remove = async () => {
    await request('DELETE', path)
    showToast({ title: 'Success', description: `${username} was removed.` })
  }
  const actions: Action[] = [
    { label: 'Change name', run: onRename },
    {
      label: account.state === 'invited' ? 'New invitation link' : 'New password link',
      run: () => void link.send(),
    },
    ...(account.secondFactor
      ? [
          {
            label: 'Turn off two-step verification',
            run: () =>
              onConfirm({
                title: `Turn off two-step verification for ${username}?`,
                text: 'Do this if the phone is lost. The password alone is then enough to sign in, until two-step verification is turned on again.',
                confirmLabel: 'Turn off',
                onConfirm: turnOffSecondFactor,
              }),
          },
        ]
      : []),
    {
      label: 'Remove',
      danger: true,
      run: () =>
        onConfirm({
          title: isSelf ? 'Remove your own account?' : `Remove ${username}?`,
          text: `${isSelf ? 'You are' : `${username} is`} signed out on all devices immediately. Past changes stay in the audit log. ${describeKeys(username, keyCount)}This cannot be undone.`,
          confirmLabel: 'Remove',
          onConfirm: remove,
        }),
    },
  ]
  return (
    <TableRow>
      <TableCell className="font-semibold">
        {username} {account.state === 'invited' && <Badge>Invited</Badge>}
        {isSelf && <span className="font-normal text-muted"> (you)</span>}
      </TableCell>
      <TableCell>
        <EmailText email={email} />
      </TableCell>
      <TableCell>
        <select
          aria-label={`Role of ${username}`}
          value={role}
          disabled={change.isPending}
          onChange={(event) => void changeRole(event.target.value as Role)}
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
        <span className="text-muted lg:sr-only">Two-step verification: </span>
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

/** The menu depends on the role, therefore the page is loaded again. */
function saveUserAndReload({ id, username, email, role }: AccountSummary): void {
  saveUser({ id, username, email, role })
  location.assign('/admin/dashboard')
}

/** 'The 2 API keys of Anand end, too. ' */
function describeKeys(username: string, keyCount: number | undefined): string {
  if (keyCount === 0) return ''
  if (keyCount === undefined) return `API keys of ${username} end, too. `
  return keyCount === 1
    ? `The API key of ${username} ends, too. `
    : `The ${keyCount} API keys of ${username} end, too. `
}

/** An email address that breaks after '@' and '.' when it does not fit on one line, and elsewhere only if it must. */
function EmailText({ email }: { email: string }) {
  return (
    <span className="break-words">
      {email.split(/(?<=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
