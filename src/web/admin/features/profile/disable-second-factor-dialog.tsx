import { type FormEvent, useState } from 'react'
import { FORM_LIMITS } from '#contracts/form-limits.ts'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { showErrorToast } from '../layout/error-toast.ts'
import { adminApi } from '../session/session.ts'

/** Requires the password, so that an unattended session is not enough. */
export function DisableSecondFactorDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const turnOff = useGuardedMutation({
    mutationFn: () => send(adminApi, 'POST', '/api/account/second-factor/removal', { password }),
    onSuccess: () => {
      showToast({ title: 'Success', description: 'Two-step verification is off.' })
      onDone()
    },
    onError: (error) => showErrorToast(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    turnOff.send()
  }
  return (
    <Dialog title="Turn off two-step verification?" tone="danger" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted">
          The password alone is then enough to sign in. The recovery codes stop working.
        </p>
        <TextField
          label="Password"
          type="password"
          required
          maxLength={FORM_LIMITS.passwordLength}
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
