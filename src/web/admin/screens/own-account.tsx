import { useQuery } from '@tanstack/react-query'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { PasswordForm } from '../features/own-account/password-form.tsx'
import { ownAccountQuery } from '../features/own-account/queries.ts'
import { SecondFactor } from '../features/own-account/second-factor.tsx'
import { Sessions } from '../features/own-account/sessions.tsx'

/** What everybody changes by themselves: password, second factor, sessions. */
export default function OwnAccount() {
  const account = useQuery(ownAccountQuery)
  if (account.isPending) return <Spinner label="Loading your account..." />
  if (account.isError)
    return <LoadFailure what="Your account" error={account.error} retry={() => void account.refetch()} />
  return (
    <>
      <ScreenHead title="Your account" subtitle={account.data.email} />
      <div className="grid gap-5">
        <PasswordForm email={account.data.email} />
        <SecondFactor account={account.data} />
        <Sessions />
      </div>
    </>
  )
}
