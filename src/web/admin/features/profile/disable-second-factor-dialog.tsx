import { type FormEvent, useState } from 'react'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { adminApi } from '../session/session.ts'
import { showErrorToast } from './queries.ts'

/** Asks for the password: a session left open is not enough. */
export function DisableSecondFactorDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const turnOff = useGuardedMutation({
    mutationFn: () => send(adminApi, 'POST', '/api/account/second-factor/removal', { password }),
    onSuccess: () => {
      showToast({ title: 'Success', description: 'The second factor is off.' })
      onDone()
    },
    onError: showErrorToast,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    turnOff.send()
  }
  return (
    <Dialog title="Turn off the second factor?" tone="danger" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted">
          From then on the password alone is enough. The recovery codes stop working.
        </p>
        <TextField
          label="Password"
          type="password"
          required
          maxLength={1000}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="destructive" disabled={turnOff.isPending}>
          Turn off
        </Button>
      </form>
    </Dialog>
  )
}
