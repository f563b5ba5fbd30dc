import { type FormEvent, useState } from 'react'
import { t } from '#messages/messages.ts'
import { browserApi, getErrorStatus, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'

/** The form that requests a new password. The server's message is the same for every address, known or not. */
export function ForgotPassword({ email: initialEmail, onBack }: { email: string; onBack: () => void }) {
  const [email, setEmail] = useState(initialEmail)
  const [statusMessage, setStatusMessage] = useState('')
  const resetRequest = useGuardedMutation({
    mutationFn: async () =>
      (await send(browserApi, 'POST', '/api/auth/forgot', { email })) as { message: string },
    onSuccess: ({ message }) => setStatusMessage(message),
    onError: (error) =>
      setStatusMessage(
        getErrorStatus(error) === undefined ? t('Network error. Please try again.') : error.message,
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    resetRequest.send()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5 px-6 pt-4 pb-6">
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        disabled={resetRequest.isPending}
      />
      <p role="status" className="empty:sr-only">
        {statusMessage}
      </p>
      <Button type="submit" disabled={resetRequest.isPending}>
        {t('Get a new password')}
      </Button>
      <Button variant="link" size="sm" className="justify-self-start" onClick={onBack}>
        {t('Back to signing in')}
      </Button>
    </form>
  )
}
