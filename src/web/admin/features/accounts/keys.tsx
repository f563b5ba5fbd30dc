import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, NewApiKeyReply } from '#contracts/api-key.ts'
import { formatTime } from '../../../lib/time.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { LoadFailure } from '../frame/load-failure.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { keysQuery } from './queries.ts'
import { type Question, QuestionDialog } from './question-dialog.tsx'
import { SCOPE_NAMES } from './roles.ts'

const COLUMNS = ['Name', 'May', 'Created', 'Last used', 'Actions']

/** What programs sign in with. */
export function Keys() {
  const keys = useQuery(keysQuery)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<NewApiKeyReply>()
  const [question, setQuestion] = useState<Question>()
  return (
    <Plate title="API keys" note="For programs, such as a price list or a shop.">
      <Button variant="outline" className="mb-4" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" size={18} /> New key
      </Button>
      {keys.isPending ? (
        <Spinner label="Loading keys..." />
      ) : keys.isError ? (
        <LoadFailure what="The list" error={keys.error} retry={() => void keys.refetch()} />
      ) : keys.data.length === 0 ? (
        <p className="py-6 text-center text-muted">No program has a key.</p>
      ) : (
        <Table columns={COLUMNS} className="min-w-176">
          {keys.data.map((key) => (
            <KeyLine key={key.id} apiKey={key} onEnd={() => setQuestion(ending(key))} />
          ))}
        </Table>
      )}
      {adding && (
        <KeyDialog
          onClose={() => setAdding(false)}
          onMade={(reply) => {
            setAdding(false)
            setMade(reply)
          }}
        />
      )}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
      {question && <QuestionDialog question={question} onClose={() => setQuestion(undefined)} />}
    </Plate>
  )
}

function KeyLine({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const { name, scopes, createdBy, createdAt, usedAt } = apiKey
  return (
    <TableRow>
      <TableCell className="font-semibold">{name}</TableCell>
      <TableCell>{scopes.map((scope) => SCOPE_NAMES[scope]).join('; ')}</TableCell>
      <TableCell>
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatTime(createdAt)}
        </time>{' '}
        <span className="text-muted">by {createdBy}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {usedAt ? (
          <time dateTime={usedAt}>{formatTime(usedAt)}</time>
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
function SecretDialog({ made, onClose }: { made: NewApiKeyReply; onClose: () => void }) {
  return (
    <Dialog title={`Key for ${made.key.name}`} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4 px-6 pt-3">
        <p>Put this key into the program now. It is not shown again.</p>
        <CopyField label="Key" value={made.secret} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

const ending = ({ id, name }: ApiKey): Question => ({
  title: `End the key ${name}?`,
  text: 'Programs that use it are refused at once. This cannot be undone.',
  answer: 'End key',
  change: { method: 'DELETE', path: `/api/keys/${id}` },
  onDone: () => showToast({ title: 'Success', description: `The key ${name} has ended.` }),
})
