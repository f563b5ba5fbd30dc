import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnAccount, SecondFactorSecret } from '#contracts/own-account.ts'
import { send } from '../../../lib/api.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { staffApi } from '../session/session.ts'
import { Enrolment } from './enrolment.tsx'
import { ownAccountQuery, showRefusal } from './queries.ts'
import { RecoveryCodeList } from './recovery-codes.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'

/** A code from a telephone beside the password: turned on in steps, turned off with the password. */
export function SecondFactor({ account }: { account: OwnAccount }) {
  const client = useQueryClient()
  const [enrolling, setEnrolling] = useState<SecondFactorSecret>()
  const [codes, setCodes] = useState<string[]>()
  const [turningOff, setTurningOff] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: ownAccountQuery.queryKey })
  const begin = useSend({
    mutationFn: async () =>
      (await send(staffApi, 'POST', '/api/account/second-factor/secret')) as SecondFactorSecret,
    onSuccess: setEnrolling,
    onError: showRefusal,
  })
  return (
    <Plate title="Second factor">
      {codes ? (
        <RecoveryCodeList codes={codes} onKept={() => setCodes(undefined)} />
      ) : enrolling ? (
        <Enrolment
          key={enrolling.secret}
          enrolling={enrolling}
          onCancel={() => setEnrolling(undefined)}
          onDone={(given) => {
            setEnrolling(undefined)
            setCodes(given)
            void refresh()
          }}
        />
      ) : account.secondFactor ? (
        <div className="grid justify-items-start gap-4">
          <p>
            <Badge tone="save">On</Badge> Signing in asks for a code from your telephone.{' '}
            {recoveryText(account.recoveryCodesLeft)}
          </p>
          <Button variant="outline" onClick={() => setTurningOff(true)}>
            Turn off
          </Button>
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="max-w-160">
            <Badge>Off</Badge> With a second factor, signing in asks for a code from an app on your telephone
            as well. Whoever learns your password still cannot get in.
          </p>
          <Button variant="secondary" disabled={begin.isPending} onClick={() => begin.send()}>
            Turn on
          </Button>
        </div>
      )}
      {turningOff && (
        <TurnOffDialog
          onClose={() => setTurningOff(false)}
          onDone={() => {
            setTurningOff(false)
            void refresh()
          }}
        />
      )}
    </Plate>
  )
}

function recoveryText(left: number): string {
  if (left === 0) return 'No recovery codes are left: turn it off and on again to get new ones.'
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
}
