import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile, TotpSecret } from '#contracts/account/profile.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormDialog } from '../../editing/form-dialog.tsx'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { profileQuery } from './queries.ts'
import { RecoveryCodeList } from './recovery-codes.tsx'
import { TotpEnrolment } from './totp-enrolment.tsx'

/** Two-step verification by an authenticator app (TOTP): enrolment, recovery codes and turning it off. */
export function SecondFactor({ account }: { account: Profile }) {
  const client = useQueryClient()
  const [enrolment, setEnrolment] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const [turningOff, setTurningOff] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: profileQuery.queryKey })
  const startEnrolment = useGuardedMutation({
    mutationFn: () => send<TotpSecret>(adminApi, 'POST', '/api/account/second-factor/secret'),
    onSuccess: setEnrolment,
    onError: (error) => showErrorToast(error),
  })
  /** Requires the password, so that an unattended session is not enough. */
  const turnOff = async (fields: FormData) => {
    await send(adminApi, 'POST', '/api/account/second-factor/removal', Object.fromEntries(fields))
    showToast({ title: 'Success', description: 'Two-step verification is off.' })
    void refresh()
  }
  return (
    <Panel title="Two-step verification">
      {codes ? (
        <RecoveryCodeList codes={codes} onConfirm={() => setCodes(undefined)} />
      ) : enrolment ? (
        <TotpEnrolment
          key={enrolment.secret}
          enrolment={enrolment}
          onCancel={() => setEnrolment(undefined)}
          onDone={(newCodes) => {
            setEnrolment(undefined)
            setCodes(newCodes)
            void refresh()
          }}
        />
      ) : account.secondFactor ? (
        <div className="grid justify-items-start gap-4">
          <p>
            <Badge tone="save">On</Badge> Signing in requires a code from your phone.{' '}
            {formatRecoveryCodesLeft(account.recoveryCodesLeft)}
          </p>
          <Button variant="outline" onClick={() => setTurningOff(true)}>
            Turn off
          </Button>
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="max-w-160">
            <Badge>Off</Badge> With two-step verification, signing in also requires a code from an app on your
            phone. Protects your account even if your password is stolen.
          </p>
          <Button
            variant="secondary"
            disabled={startEnrolment.isPending}
            onClick={() => startEnrolment.send()}
          >
            Turn on
          </Button>
        </div>
      )}
      {turningOff && (
        <FormDialog
          title="Turn off two-step verification?"
          tone="danger"
          submitLabel="Turn off"
          onSubmit={turnOff}
          onClose={() => setTurningOff(false)}
        >
          <p className="text-muted">
            The password alone is then enough to sign in. The recovery codes stop working.
          </p>
          <TextField
            label="Password"
            name="password"
            type="password"
            required
            maxLength={FORM_LIMITS.passwordLength}
            autoComplete="current-password"
          />
        </FormDialog>
      )}
    </Panel>
  )
}

function formatRecoveryCodesLeft(left: number): string {
  if (left === 0) return 'No recovery codes are left. Turn it off and on again to get new ones.'
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
}
