import { type FormEvent, useState } from 'react'
import { browserApi, send, statusOf } from '../../../lib/api.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'

/** Asks whose password it was; the server's sentence says how it goes on, the same for every address. */
export function ForgotPassword({ email: start, onBack }: { email: string; onBack: () => void }) {
  const [email, setEmail] = useState(start)
  const [sentence, setSentence] = useState('')
  const ask = useSend({
    mutationFn: async () =>
      (await send(browserApi, 'POST', '/api/auth/forgot', { email })) as { message: string },
    onSuccess: ({ message }) => setSentence(message),
    onError: (error) =>
      setSentence(statusOf(error) === undefined ? 'Network error. Please try again.' : error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.send()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5 px-6 pt-4 pb-6">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        disabled={ask.isPending}
      />
      <p role="status" className="empty:sr-only">
        {sentence}
      </p>
      <Button type="submit" disabled={ask.isPending}>
        Get a new password
      </Button>
      <Button variant="link" size="sm" className="justify-self-start" onClick={onBack}>
        Back to signing in
      </Button>
    </form>
  )
}
