import { type FormEvent, useState } from 'react'
import type { LoginReply, User } from '#contracts/account.ts'
import { browserApi, send, statusOf } from '../../../lib/api.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useQuestion } from './asking.ts'
import { rememberSession } from './session.ts'

/** Asks whoever was signed in for the password, over the screen whose work is not saved yet. */
export function SignInAgain({ user }: { user: User }) {
  const question = useQuestion()
  return question && <Question user={user} settle={question.settle} />
}

function Question({ user, settle }: { user: User; settle: (signedIn: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [failure, setFailure] = useState<string>()
  const signIn = useSend({
    mutationFn: async () => {
      const body = { email: user.email, password, ...(needsCode && { code }) }
      return (await send(browserApi, 'POST', '/api/auth/login', body)) as LoginReply
    },
    onSuccess: (reply) => {
      rememberSession(reply)
      settle(true)
    },
    onError: (error) => {
      if ((error as { type?: string }).type === 'code-needed') setNeedsCode(true)
      setFailure(statusOf(error) === undefined ? 'Network error. Please try again.' : error.message)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.send()
  }
  return (
    <Dialog title="Please sign in again" role="alertdialog" onClose={() => settle(false)}>
      <form onSubmit={submit}>
        <div className="grid gap-4 px-6 pt-3">
          <p>
            Your session has ended. Nothing you entered is lost: sign in as <b>{user.email}</b> and go on.
          </p>
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            error={failure}
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
          <Button variant="outline" onClick={() => settle(false)}>
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
