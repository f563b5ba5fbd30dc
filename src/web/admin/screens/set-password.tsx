import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { LoginReply, SetPasswordTokenReply } from '#contracts/account/account.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { browserApi, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { CogIcon } from '#web/ui/icons/cog-icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { saveSession } from '../session/session.ts'

/** Sets a password by the link of an invitation or a reset. The secret is in the URL fragment, which browsers do not send. */
export default function SetPassword() {
  const [secret] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['link', secret],
    queryFn: () => send<SetPasswordTokenReply>(browserApi, 'POST', '/api/auth/welcome/check', { secret }),
  })
  return (
    <main className="grid min-h-svh content-center justify-items-center px-4 py-10">
      <title>Set a password</title>
      <div className="w-full max-w-108 rounded-lg border border-line border-t-3 border-t-marine bg-surface p-6">
        <CogIcon className="mb-4 size-8 text-link" />
        {link.isPending ? (
          <Spinner label="Checking your link..." />
        ) : link.isError ? (
          <LinkError reason={link.error.message} onRetry={() => void link.refetch()} />
        ) : (
          <PasswordForm secret={secret} link={link.data} />
        )}
      </div>
    </main>
  )
}

function LinkError({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div className="grid gap-4">
      <h1 className="text-title leading-tight">Link not valid</h1>
      <p role="alert">{reason || 'Network error. Please try again.'}</p>
      <div className="flex flex-wrap gap-3">
        <a href="/" className={buttonClass('outline')}>
          Go to the website
        </a>
        <Button variant="ghost" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}

function describeReset(apiKeys: number): string {
  const signsOut = ' This signs you out on all other devices'
  if (apiKeys === 0) return `${signsOut}.`
  return `${signsOut} and deletes ${apiKeys === 1 ? 'your API key' : `your ${apiKeys} API keys`}, so that software which uses them loses access.`
}

function PasswordForm({ secret, link }: { secret: string; link: SetPasswordTokenReply }) {
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const [code, setCode] = useState('')
  const [errorMessage, setErrorMessage] = useState<string>()
  const submitPassword = useGuardedMutation({
    mutationFn: () =>
      send<LoginReply>(browserApi, 'POST', '/api/auth/welcome', { secret, password, ...(code && { code }) }),
    onSuccess: (response) => {
      saveSession(response)
      location.replace('/admin/dashboard')
    },
    onError: (error) => setErrorMessage(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrorMessage(undefined)
    submitPassword.send()
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div>
        <h1 className="text-title leading-tight">
          {link.purpose === 'invite' ? `Welcome, ${link.username}` : `Hello ${link.username}`}
        </h1>
        <p className="mt-1 text-muted">
          Set a password for {link.email}.{link.purpose === 'reset' && describeReset(link.apiKeys)}
        </p>
      </div>
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <TextField
        label="New password"
        hint={`At least ${FORM_LIMITS.minPasswordLength} characters.`}
        type={visible ? 'text' : 'password'}
        required
        minLength={FORM_LIMITS.minPasswordLength}
        maxLength={FORM_LIMITS.passwordLength}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button
        variant="link"
        size="sm"
        className="-mt-3 justify-self-start"
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {visible ? 'Hide password' : 'Show password'}
      </Button>
      {link.codeNeeded && (
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code."
          required
          maxLength={40}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {errorMessage && (
        <p role="alert" className="text-danger">
          {errorMessage}
        </p>
      )}
      <Button type="submit" disabled={submitPassword.isPending}>
        {submitPassword.isPending ? 'Signing in...' : 'Set password and sign in'}
      </Button>
    </form>
  )
}
