import { type FormEvent, useState } from 'react'
import type { Finding } from '#contracts/quality.ts'
import { DISMISSAL_REASON_LENGTH } from '#contracts/quality-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useDismissals } from './use-dismissals.ts'

/** Findings that also hide later items, because they are about a category or a name. */
const isAboutGroup = ({ type }: Finding): boolean => type !== 'values' && type !== 'duplicates'

/** Asks why a finding is not to be shown any more. */
export function DismissDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { dismiss } = useDismissals({ onDone: onClose, onError: setError })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) dismiss.send({ finding, reason: reason.trim() })
    else setError('Please enter a reason.')
  }
  return (
    <Dialog title="Dismiss this finding?" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="grid gap-3 px-6 pt-3">
          <p>{finding.title}</p>
          {isAboutGroup(finding) && (
            <p className="text-muted text-sm">Items that it concerns later are not shown either.</p>
          )}
          <TextField
            label="Reason"
            required
            maxLength={DISMISSAL_REASON_LENGTH}
            value={reason}
            error={error}
            hint="Such as: price on request."
            onChange={({ target }) => {
              setReason(target.value)
              setError(undefined)
            }}
          />
        </div>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={dismiss.isPending}>
            Dismiss
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
