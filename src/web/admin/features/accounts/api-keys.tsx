import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, NewApiKeyReply } from '#contracts/api-key.ts'
import { KEY_SCOPE_LABELS } from '#contracts/permission.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
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

const COLUMNS = ['Name', 'May', 'Created', 'Last used', 'Actions']

/** What programs sign in with. */
export function ApiKeys() {
  const keys = useQuery(apiKeysQuery)
  const [adding, setAdding] = useState(false)
  const [createdKey, setCreatedKey] = useState<NewApiKeyReply>()
  const [confirmation, setConfirmation] = useState<Confirmation>()
  return (
    <Panel title="API keys" note="For programs, such as a price list or a shop.">
      <Button variant="outline" className="mb-4" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" size={18} /> New key
      </Button>
      {keys.isPending ? (
        <Spinner label="Loading keys..." />
      ) : keys.isError ? (
        <LoadError subject="The list" error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data.length === 0 ? (
        <p className="py-6 text-center text-muted">No program has a key.</p>
      ) : (
        <Table columns={COLUMNS} className="min-w-176">
          {keys.data.map((key) => (
            <ApiKeyRow
              key={key.id}
              apiKey={key}
              onEnd={() => setConfirmation(createEndKeyConfirmation(key))}
            />
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

function ApiKeyRow({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const { name, scopes, createdBy, createdAt, usedAt } = apiKey
  return (
    <TableRow>
      <TableCell className="font-semibold">{name}</TableCell>
      <TableCell>{scopes.map((scope) => KEY_SCOPE_LABELS[scope]).join('; ')}</TableCell>
      <TableCell>
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDateTime(createdAt)}
        </time>{' '}
        <span className="text-muted">by {createdBy}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {usedAt ? (
          <time dateTime={usedAt}>{formatDateTime(usedAt)}</time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </TableCell>
      <TableCell>
        <Button variant="outline" size="sm" aria-label={`End key ${name}`} onClick={onEnd}>
          End
        </Button>
      </TableCell>
    </TableRow>
  )
}

/** The one time that a key is shown. */
function SecretDialog({ createdKey, onClose }: { createdKey: NewApiKeyReply; onClose: () => void }) {
  return (
    <Dialog title={`Key for ${createdKey.key.name}`} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>Put this key into the program now. It is not shown again.</p>
        <CopyField label="Key" value={createdKey.secret} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

const createEndKeyConfirmation = ({ id, name }: ApiKey): Confirmation => ({
  title: `End the key ${name}?`,
  text: 'Programs that use it are refused at once. This cannot be undone.',
  confirmLabel: 'End key',
  request: { method: 'DELETE', path: `/api/keys/${id}` },
  onDone: () => showToast({ title: 'Success', description: `The key ${name} has ended.` }),
})
