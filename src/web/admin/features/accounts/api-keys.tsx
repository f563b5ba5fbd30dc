import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, NewApiKeyReply } from '#contracts/account/api-key.ts'
import { KEY_SCOPE_LABELS } from '#contracts/account/permission.ts'
import { formatDateTime, formatDay } from '#contracts/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { SecretDialog } from './dialogs.tsx'
import { apiKeysQuery, useAccountRequest } from './queries.ts'

const COLUMNS = ['Name', 'Belongs to', 'Permissions', 'Created', 'Valid until', 'Last used', 'Actions']

/** The API keys of other software, for owners to manage. */
export function ApiKeys() {
  const [adding, setAdding] = useState(false)
  const [createdKey, setCreatedKey] = useState<NewApiKeyReply>()
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey>()
  const request = useAccountRequest()
  const revoke = async ({ id, name }: ApiKey) => {
    await request('DELETE', `/api/keys/${id}`)
    showToast({ title: 'Success', description: `The key ${name} was revoked.` })
  }
  return (
    <Panel
      title="API keys"
      note="For connecting other software, such as a price list or an online shop. A key can do no more than the user it belongs to, and ends with that user."
    >
      <Button variant="outline" className="mb-4" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" size={18} /> New API key
      </Button>
      <Loaded query={useQuery(apiKeysQuery)} subject="The API keys" label="Loading API keys...">
        {(keys) =>
          keys.length === 0 ? (
            <p className="py-6 text-center text-muted">No API keys yet.</p>
          ) : (
            <Table columns={COLUMNS} className="min-w-208">
              {keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => setKeyToRevoke(key)} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {adding && (
        <ApiKeyDialog
          onClose={() => setAdding(false)}
          onCreated={(created) => {
            setAdding(false)
            setCreatedKey(created)
          }}
        />
      )}
      {createdKey && (
        <SecretDialog
          title={`Key for ${createdKey.key.name}`}
          label="Key"
          secret={createdKey.secret}
          onClose={() => setCreatedKey(undefined)}
        >
          Copy this key into the software now. It is not shown again.
        </SecretDialog>
      )}
      {keyToRevoke && (
        <ConfirmDialog
          title={`Revoke the key ${keyToRevoke.name}?`}
          confirmLabel="Revoke key"
          tone="danger"
          onConfirm={() => revoke(keyToRevoke)}
          onClose={() => setKeyToRevoke(undefined)}
        >
          <p>Software that uses it loses access immediately. This cannot be undone.</p>
        </ConfirmDialog>
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
