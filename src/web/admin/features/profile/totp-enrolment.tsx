import { type FormEvent, useState } from 'react'
import type { RecoveryCodes, TotpSecret } from '#contracts/account/profile.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { QrCode } from './qr-code.tsx'

interface TotpEnrolmentProps {
  enrolment: TotpSecret
  onCancel: () => void
  /** Receives the recovery codes, which the server does not return again. */
  onDone: (codes: string[]) => void
}

/** Enrolment: the user scans or types the secret, then confirms with a code of the app and the password. */
export function TotpEnrolment({ enrolment, onCancel, onDone }: TotpEnrolmentProps) {
  const { secret, uri } = enrolment
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const turnOn = useGuardedMutation({
    mutationFn: () =>
      send<RecoveryCodes>(adminApi, 'PUT', '/api/account/second-factor', { password, secret, code }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: (error) => showErrorToast(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    turnOn.send()
  }
  return (
    <div className="flex flex-wrap gap-6">
      <QrCode text={uri} label="QR code of the key" />
      <form onSubmit={submit} className="grid max-w-104 flex-1 basis-72 content-start gap-4">
        <p>Scan the QR code with an authenticator app, or type this key into the app:</p>
        <p className="font-semibold text-lg">
          <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
        <TextField
          label="Password"
          hint="Your current password."
          type="password"
          required
          maxLength={FORM_LIMITS.passwordLength}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="Code"
          hint="The six digits that the app shows."
          required
          maxLength={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" disabled={turnOn.isPending}>
            {turnOn.isPending ? 'Turning on...' : 'Turn on'}
          </Button>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}
