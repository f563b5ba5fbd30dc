import type { NewApiKey, NewApiKeyReply } from '#contracts/account/api-key.ts'
import { KEY_SCOPE_LABELS, KEY_SCOPES, type KeyScope } from '#contracts/account/permission.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { CheckboxField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '../../editing/form-dialog.tsx'
import { useAccountRequest } from './queries.ts'

interface ApiKeyDialogProps {
  onClose: () => void
  /** Receives the secret, which the server does not return again. */
  onCreated: (created: NewApiKeyReply) => void
}

/** The form for a new API key. */
export function ApiKeyDialog({ onClose, onCreated }: ApiKeyDialogProps) {
  const request = useAccountRequest()
  const create = async (fields: FormData) => {
    const scopes = fields.getAll('scopes') as KeyScope[]
    if (scopes.length === 0) throw new Error('Select at least one permission.')
    const validUntil = String(fields.get('validUntil')) || null
    const body: NewApiKey = { name: String(fields.get('name')), scopes, validUntil }
    onCreated(await request('POST', '/api/keys', body))
  }
  return (
    <FormDialog
      title="New API key"
      submitLabel="Create key"
      pendingLabel="Creating..."
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        hint="The name of the software that will use it."
        required
        maxLength={FORM_LIMITS.nameLength}
        autoComplete="off"
      />
      <TextField
        label="Valid until"
        name="validUntil"
        hint="Optional. The last day on which the key works."
        type="date"
        min={toBusinessDate(new Date())}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-1.5 font-head font-medium text-label tracking-label">Permissions</legend>
        {KEY_SCOPES.map((scope) => (
          <CheckboxField key={scope} label={KEY_SCOPE_LABELS[scope]} name="scopes" value={scope} />
        ))}
      </fieldset>
    </FormDialog>
  )
}
