import { type FormEvent, useState } from 'react'
import type { RecoveryCodes, SecondFactorSecret } from '#contracts/own-account.ts'
import { send } from '../../../lib/api.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { staffApi } from '../session/session.ts'
import { QrPicture } from './qr-picture.tsx'
import { showRefusal } from './queries.ts'

interface EnrolmentProps {
  enrolling: SecondFactorSecret
  onCancel: () => void
  /** Gets the recovery codes, which nobody can read again. */
  onDone: (codes: string[]) => void
}

/** The key goes into the app, as a picture or by hand; a code proves that it arrived, the password who asks. */
export function Enrolment({ enrolling, onCancel, onDone }: EnrolmentProps) {
  const { secret, address } = enrolling
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const turnOn = useSend({
    mutationFn: async () =>
      (await send(staffApi, 'PUT', '/api/account/second-factor', {
        password,
        secret,
        code,
      })) as RecoveryCodes,
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: showRefusal,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    turnOn.send()
  }
  return (
    <div className="flex flex-wrap gap-6">
      <QrPicture text={address} label="QR code of the key" />
      <form onSubmit={submit} className="grid max-w-104 flex-1 basis-72 content-start gap-4">
        <p>Scan the picture with an authenticator app, or type this key into it:</p>
        <p className="font-semibold text-lg">
          <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
        <TextField
          label="Password"
          hint="The one you sign in with."
          type="password"
          required
          maxLength={1000}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="Code"
          hint="The six digits that the app shows now."
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
