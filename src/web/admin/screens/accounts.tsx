import { AccountsTable } from '../features/accounts/accounts-table.tsx'
import { ApiKeys } from '../features/accounts/api-keys.tsx'
import { useCurrentUser } from '../session/session.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { PermittedScreen } from '../shell/permitted-screen.tsx'

const TITLE = 'Accounts'

/** Accounts and API keys, for owners. */
export default function Accounts() {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <PermittedScreen permission="accounts.edit" title={TITLE} action="manage users">
      <PageHeader title={TITLE} />
      <div className="grid gap-5">
        <AccountsTable user={user} />
        <ApiKeys />
      </div>
    </PermittedScreen>
  )
}
