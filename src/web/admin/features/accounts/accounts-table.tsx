import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { AccountSummary, SetPasswordLink, User } from '#contracts/account/account.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table } from '#web/ui/table.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { AccountRow } from './account-row.tsx'
import { type Confirmation, InviteDialog, LinkDialog, RenameDialog } from './dialogs.tsx'
import { accountsQuery, apiKeysQuery } from './queries.ts'

const COLUMNS = ['Name', 'Email', 'Role', 'Two-step verification', 'Last seen', 'Actions']

type OpenDialog =
  | { kind: 'invite' }
  | { kind: 'link'; accountLink: SetPasswordLink }
  | { kind: 'rename'; account: AccountSummary }
  | { kind: 'confirm'; confirmation: Confirmation }

/** All accounts, for owners to manage. */
export function AccountsTable({ user }: { user: User }) {
  const keys = useQuery(apiKeysQuery)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  const showLink = (accountLink: SetPasswordLink) => setOpenDialog({ kind: 'link', accountLink })
  return (
    <Panel title="Users" note="Changes apply immediately.">
      <Button className="mb-4" onClick={() => setOpenDialog({ kind: 'invite' })}>
        <UserPlus aria-hidden="true" size={18} /> Invite user
      </Button>
      <Loaded query={useQuery(accountsQuery)} subject="The users" label="Loading users...">
        {(accounts) => (
          <Table columns={COLUMNS} stacked className="lg:min-w-208">
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                isSelf={account.id === user.id}
                keyCount={keys.data?.filter(({ accountId }) => accountId === account.id).length}
                onLink={showLink}
                onRename={() => setOpenDialog({ kind: 'rename', account })}
                onConfirm={(confirmation) => setOpenDialog({ kind: 'confirm', confirmation })}
              />
            ))}
          </Table>
        )}
      </Loaded>
      {openDialog?.kind === 'invite' && <InviteDialog onClose={close} onInvited={showLink} />}
      {openDialog?.kind === 'link' && <LinkDialog accountLink={openDialog.accountLink} onClose={close} />}
      {openDialog?.kind === 'rename' && (
        <RenameDialog account={openDialog.account} user={user} onClose={close} />
      )}
      {openDialog?.kind === 'confirm' && (
        <ConfirmDialog tone="danger" {...openDialog.confirmation} onClose={close}>
          <p>{openDialog.confirmation.text}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
