import { AccountsTable } from '../features/accounts/accounts-table.tsx'
import { ApiKeys } from '../features/accounts/api-keys.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { can, useCurrentUser } from '../features/session/session.ts'

/** Who may sign in, people and programs, for owners. */
export default function Accounts() {
  const user = useCurrentUser()
  if (!user) return null
  if (!can(user, 'accounts.edit')) {
    return (
      <>
        <PageHeader title="Accounts" />
        <p role="alert">Your account may not do this. Owners decide who may sign in.</p>
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
