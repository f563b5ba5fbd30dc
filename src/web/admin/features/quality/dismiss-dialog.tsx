import { useState } from 'react'
import type { Finding } from '#contracts/bulk-data/quality.ts'
import { DISMISSAL_REASON_LENGTH } from '#contracts/bulk-data/quality-types.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '../../editing/form-dialog.tsx'
import { useDismissals } from './use-dismissals.ts'

/** Findings that also hide later items, because they are about a category or a name. */
const isAboutGroup = ({ type }: Finding): boolean => type !== 'values' && type !== 'duplicates'

/** Asks why a finding is not to be shown any more. */
export function DismissDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const { dismiss } = useDismissals()
  const [error, setError] = useState<string>()
  const submit = async (fields: FormData) => {
    const reason = String(fields.get('reason')).trim()
    if (!reason) return setError('Enter a reason.')
    await dismiss(finding, reason)
    onClose()
  }
  return (
    <FormDialog
      title="Dismiss this finding?"
      submitLabel="Dismiss"
      noValidate
      onChange={() => setError(undefined)}
      onSubmit={submit}
      onDone={() => undefined}
      onClose={onClose}
    >
      <p>{finding.title}</p>
      {isAboutGroup(finding) && (
        <p className="text-muted text-sm">Items that it concerns later are not shown either.</p>
      )}
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={DISMISSAL_REASON_LENGTH}
        error={error}
        hint="Such as: price on request."
      />
    </FormDialog>
  )
}
