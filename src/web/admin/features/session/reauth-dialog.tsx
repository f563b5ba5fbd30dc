import { type FormEvent, useState } from 'react'
import type { LoginReply, User } from '#contracts/account.ts'
import { browserApi, getErrorStatus, send } from '#web/lib/api.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useReauthRequest } from './reauth-request.ts'
import { saveSession } from './session.ts'

/** Asks the user of the expired session for the password, above the screen with the unsaved changes. */
export function ReauthDialog({ user }: { user: User }) {
  const request = useReauthRequest()
  return request && <ReauthForm user={user} resolve={request.resolve} />
}

function ReauthForm({ user, resolve }: { user: User; resolve: (signedIn: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string>()
  const signIn = useGuardedMutation({
    mutationFn: async () => {
      const body = { email: user.email, password, ...(needsCode && { code }) }
      return (await send(browserApi, 'POST', '/api/auth/login', body)) as LoginReply
    },
    onSuccess: (response) => {
      saveSession(response)
      resolve(true)
    },
    onError: (error) => {
      if ((error as { type?: string }).type === 'code-needed') setNeedsCode(true)
      setErrorMessage(
        getErrorStatus(error) === undefined ? 'Network error. Please try again.' : error.message,
      )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.send()
  }
  return (
    <Dialog title="Please sign in again" role="alertdialog" onClose={() => resolve(false)}>
      <form onSubmit={submit}>
        <div className="grid gap-4 px-6 pt-3">
          <p>
            Your session has expired. Your changes are still here: sign in as <b>{user.email}</b> to continue.
          </p>
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            error={errorMessage}
            onChange={(event) => setPassword(event.target.value)}
          />
          {needsCode && (
            <TextField
              label="Code"
              autoComplete="one-time-code"
              required
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </div>
        <DialogActions>
          <Button variant="outline" onClick={() => resolve(false)}>
            Leave
          </Button>
          <Button type="submit" disabled={signIn.isPending}>
            {signIn.isPending ? 'Signing in...' : 'Sign in'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
