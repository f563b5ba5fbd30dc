import { AccountsTable } from '../features/accounts/accounts-table.tsx'
import { ApiKeys } from '../features/accounts/api-keys.tsx'
import { can, useCurrentUser } from '../session/session.ts'
import { PageHeader } from '../shell/page-header.tsx'

/** Accounts and API keys, for owners. */
export default function Accounts() {
  const user = useCurrentUser()
  if (!user) return null
  if (!can(user, 'accounts.edit')) {
    return (
      <>
        <PageHeader title="Accounts" />
        <p role="alert">You don't have permission to manage users. Ask an owner.</p>
      </>
    )
  }
  return (
    <>
      <PageHeader title="Accounts" />
      <div className="grid gap-5">
        <AccountsTable user={user} />
        <ApiKeys />
      </div>
    </>
  )
}
