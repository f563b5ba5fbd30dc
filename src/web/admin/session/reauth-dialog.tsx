import { useState } from 'react'
import type { LoginReply, User } from '#contracts/account/account.ts'
import { browserApi, getErrorStatus, send } from '#web/lib/api/api.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '../editing/form-dialog.tsx'
import { useReauthRequest } from './reauth-request.ts'
import { saveSession } from './session.ts'

/** Asks the user of the expired session for the password, above the screen with the unsaved changes. */
export function ReauthDialog({ user }: { user: User }) {
  const request = useReauthRequest()
  return request && <ReauthForm user={user} resolve={request.resolve} />
}

function ReauthForm({ user, resolve }: { user: User; resolve: (signedIn: boolean) => void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const signIn = async (fields: FormData) => {
    const body = { email: user.email, ...Object.fromEntries(fields) }
    const reply = await send<LoginReply>(browserApi, 'POST', '/api/auth/login', body).catch((error) => {
      if (error.type === 'code-needed') setNeedsCode(true)
      throw getErrorStatus(error) === undefined ? new Error('Network error. Please try again.') : error
    })
    saveSession(reply)
  }
  return (
    <FormDialog
      title="Sign in again"
      role="alertdialog"
      cancelLabel="Leave"
      submitLabel="Sign in"
      pendingLabel="Signing in..."
      onSubmit={signIn}
      onDone={() => resolve(true)}
      onClose={() => resolve(false)}
    >
      <p>
        Your session has expired. Your changes are still here: sign in as <b>{user.email}</b> to continue.
      </p>
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {needsCode && <TextField label="Code" name="code" autoComplete="one-time-code" required />}
    </FormDialog>
  )
}
