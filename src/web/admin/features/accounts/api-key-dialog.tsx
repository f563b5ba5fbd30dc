import { type FormEvent, useState } from 'react'
import type { NewApiKey, NewApiKeyReply } from '#contracts/api-key.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { FORM_LIMITS } from '#contracts/form-limits.ts'
import { KEY_SCOPE_LABELS, KEY_SCOPES, type KeyScope } from '#contracts/permission.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CheckboxField, TextField } from '#web/ui/field.tsx'
import { useAccountMutation } from './queries.ts'

/** The form for a new API key. `onCreated` receives the secret, which the server does not return again. */
export function ApiKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (created: NewApiKeyReply) => void
}) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<KeyScope[]>([])
  const [validUntil, setValidUntil] = useState('')
  const [scopesMissing, setScopesMissing] = useState(false)
  const create = useAccountMutation<NewApiKeyReply>(onCreated)
  const toggle = (scope: KeyScope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setScopesMissing(scopes.length === 0)
    if (scopes.length === 0) return
    const body: NewApiKey = { name, scopes, validUntil: validUntil || null }
    create.send({ method: 'POST', path: '/api/keys', body })
  }
  return (
    <Dialog title="New API key" onClose={() => !create.isPending && onClose()}>
      <form onSubmit={submit} className="grid gap-5 px-6 pt-4 pb-6">
        <TextField
          label="Name"
          hint="The name of the software that will use it."
          required
          maxLength={FORM_LIMITS.nameLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Valid until"
          hint="Optional. The last day on which the key works."
          type="date"
          min={toBusinessDate(new Date())}
          value={validUntil}
          onChange={(event) => setValidUntil(event.target.value)}
        />
        <fieldset className="grid gap-2.5">
          <legend className="mb-1.5 font-head font-medium text-label tracking-label">Permissions</legend>
          {KEY_SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              label={KEY_SCOPE_LABELS[scope]}
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
          {scopesMissing && scopes.length === 0 && (
            <p role="alert" className="text-danger text-sm">
              Select at least one permission.
            </p>
          )}
        </fieldset>
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create key'}
        </Button>
      </form>
    </Dialog>
  )
}
