import { Keys } from '../features/accounts/keys.tsx'
import { People } from '../features/accounts/people.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { may, useSignedIn } from '../features/session/session.ts'

/** Who may sign in, people and programs, for owners. */
export default function Accounts() {
  const user = useSignedIn()
  if (!user) return null
  if (!may(user, 'accounts.edit')) {
    return (
      <>
        <ScreenHead title="Accounts" />
        <p role="alert">Your account may not do this. Owners decide who may sign in.</p>
      </>
    )
  }
  return (
    <>
      <ScreenHead title="Accounts" />
      <div className="grid gap-5">
        <People user={user} />
        <Keys />
      </div>
    </>
  )
}
