import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, NewApiKeyReply } from '#contracts/api-key.ts'
import { formatDateTime, formatDay } from '#contracts/format.ts'
import { KEY_SCOPE_LABELS } from '#contracts/permission.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx'
import { apiKeysQuery } from './queries.ts'

const COLUMNS = ['Name', 'Belongs to', 'Permissions', 'Created', 'Valid until', 'Last used', 'Actions']

/** The API keys of other software, for owners to manage. */
export function ApiKeys() {
  const keys = useQuery(apiKeysQuery)
  const [adding, setAdding] = useState(false)
  const [createdKey, setCreatedKey] = useState<NewApiKeyReply>()
  const [confirmation, setConfirmation] = useState<Confirmation>()
  return (
    <Panel
      title="API keys"
      note="For connecting other software, such as a price list or an online shop. A key can do no more than the user it belongs to, and ends with that user."
    >
      <Button variant="outline" className="mb-4" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" size={18} /> New API key
      </Button>
      {keys.isPending ? (
        <Spinner label="Loading API keys..." />
      ) : keys.isError ? (
        <LoadError subject="The API keys" error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data.length === 0 ? (
        <p className="py-6 text-center text-muted">No API keys yet.</p>
      ) : (
        <Table columns={COLUMNS} className="min-w-208">
          {keys.data.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => setConfirmation(createRevocation(key))} />
          ))}
        </Table>
      )}
      {adding && (
        <ApiKeyDialog
          onClose={() => setAdding(false)}
          onCreated={(created) => {
            setAdding(false)
            setCreatedKey(created)
          }}
        />
      )}
      {createdKey && <SecretDialog createdKey={createdKey} onClose={() => setCreatedKey(undefined)} />}
      {confirmation && (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
      )}
    </Panel>
  )
}

function ApiKeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, scopes, accountName, createdAt, validUntil, usedAt } = apiKey
  return (
    <TableRow>
      <TableCell className="font-semibold">{name}</TableCell>
      <TableCell>{accountName}</TableCell>
      <TableCell>{scopes.map((scope) => KEY_SCOPE_LABELS[scope]).join('; ')}</TableCell>
      <TableCell className="whitespace-nowrap">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {validUntil ? (
          <time dateTime={validUntil}>{formatDay(validUntil)}</time>
        ) : (
          <span className="text-muted">No end</span>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {usedAt ? (
          <time dateTime={usedAt}>{formatDateTime(usedAt)}</time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </TableCell>
      <TableCell>
        <Button variant="outline" size="sm" aria-label={`Revoke key ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </TableCell>
    </TableRow>
  )
}

/** Shows the secret of a new key once. */
function SecretDialog({ createdKey, onClose }: { createdKey: NewApiKeyReply; onClose: () => void }) {
  return (
    <Dialog title={`Key for ${createdKey.key.name}`} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>Copy this key into the software now. It is not shown again.</p>
        <CopyField label="Key" value={createdKey.secret} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

const createRevocation = ({ id, name }: ApiKey): Confirmation => ({
  title: `Revoke the key ${name}?`,
  text: 'Software that uses it loses access immediately. This cannot be undone.',
  confirmLabel: 'Revoke key',
  request: { method: 'DELETE', path: `/api/keys/${id}` },
  onDone: () => showToast({ title: 'Success', description: `The key ${name} was revoked.` }),
})
