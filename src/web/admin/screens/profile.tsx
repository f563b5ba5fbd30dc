import { useQuery } from '@tanstack/react-query'
import { ChecklistPanel } from '../features/profile/checklist-panel.tsx'
import { NameForm } from '../features/profile/name-form.tsx'
import { PasswordForm } from '../features/profile/password-form.tsx'
import { profileQuery } from '../features/profile/queries.ts'
import { SecondFactor } from '../features/profile/second-factor.tsx'
import { Sessions } from '../features/profile/sessions.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { PageHeader } from '../shell/page-header.tsx'

/** The user's own name, password, two-step verification and sessions. */
export default function Profile() {
  return (
    <Loaded query={useQuery(profileQuery)} subject="Your account" label="Loading your account...">
      {(account) => (
        <>
          <PageHeader title="Your account" subtitle={account.email} />
          <div className="grid gap-5">
            <NameForm account={account} />
            <PasswordForm email={account.email} />
            <SecondFactor account={account} />
            <Sessions />
            <ChecklistPanel />
          </div>
        </>
      )}
    </Loaded>
  )
}
