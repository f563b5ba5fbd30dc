import { useQuery } from '@tanstack/react-query'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from '../features/layout/load-error.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { ChecklistPanel } from '../features/profile/checklist-panel.tsx'
import { NameForm } from '../features/profile/name-form.tsx'
import { PasswordForm } from '../features/profile/password-form.tsx'
import { profileQuery } from '../features/profile/queries.ts'
import { SecondFactor } from '../features/profile/second-factor.tsx'
import { Sessions } from '../features/profile/sessions.tsx'

/** The user's own name, password, two-step verification and sessions. */
export default function Profile() {
  const account = useQuery(profileQuery)
  if (account.isPending) return <Spinner label="Loading your account..." />
  if (account.isError)
    return <LoadError subject="Your account" error={account.error} onRetry={() => void account.refetch()} />
  return (
    <>
      <PageHeader title="Your account" subtitle={account.data.email} />
      <div className="grid gap-5">
        <NameForm account={account.data} />
        <PasswordForm email={account.data.email} />
        <SecondFactor account={account.data} />
        <Sessions />
        <ChecklistPanel />
      </div>
    </>
  )
}
