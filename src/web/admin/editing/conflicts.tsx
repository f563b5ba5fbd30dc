import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { useDocumentState } from './document-context.tsx'
import type { EditedDocument } from './edited-document.ts'
import { listConflicts } from './merge.ts'

/** Somebody else has saved the document since it was opened: shows the differences and offers both versions. */
export function ConflictDialog<Value, Stored extends { revision: number }>({
  document,
}: {
  document: EditedDocument<Value, Stored>
}) {
  const conflict = useDocumentState(document, (state) => state.conflict)
  if (!conflict) return null
  const { message, changes } = conflict
  return (
    <Dialog title={message} role="alertdialog" tone="danger" onClose={document.closeConflict}>
      <div className="max-h-[50svh] overflow-y-auto px-6 pt-3">
        <p>Your changes have not been saved yet.</p>
        {changes.length === 0 && <p className="mt-3">No field of this form has changed.</p>}
        <dl className="mt-3 grid gap-3">
          {changes.map(({ path, label, before, theirs, mine }) => (
            <div key={path} className="border-line border-t pt-2">
              <dt className="font-head font-semibold">{label}</dt>
              <Version label="Before" text={before} />
              <Version label="Theirs" text={theirs} />
              {mine !== undefined && <Version label="Yours" text={mine} />}
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-sm">
          {listConflicts(changes).length > 0
            ? 'Your version will replace theirs in the fields above that both changed.'
            : 'Your version includes their changes: you changed other fields.'}
        </p>
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={document.closeConflict}>
          Keep editing
        </Button>
        <Button variant="outline" onClick={() => void document.settle('theirs')}>
          Use their version
        </Button>
        <Button onClick={() => void document.settle('mine')}>Use my version</Button>
      </DialogActions>
    </Dialog>
  )
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <dd className="grid grid-cols-[4rem_1fr] gap-2 text-sm">
      <span className="text-muted">{label}</span>
      <span className="line-clamp-6 whitespace-pre-line break-words">{text || 'empty'}</span>
    </dd>
  )
}

/** A field that two people have changed, with both values. */
interface ConflictingField {
  key: string
  label: string
  /** Who has the other value. */
  by: string
  theirs: string
  mine: string
  choose: (whose: 'mine' | 'theirs') => void
}

interface ConflictListProps {
  title: string
  note: string
  fields: ConflictingField[]
}

/** The fields that somebody else has changed too, with a choice for each. Nothing is shown without them. */
export function ConflictList({ title, note, fields }: ConflictListProps) {
  if (fields.length === 0) return null
  return (
    <section aria-labelledby="conflicts" className="mb-4 rounded-lg border border-danger bg-surface p-5">
      <h2 id="conflicts" className="text-h4">
        {title}
      </h2>
      <p className="text-muted text-sm">{note}</p>
      <ul className="mt-2 grid max-h-80 gap-2 overflow-y-auto">
        {fields.map(({ key, label, by, theirs, mine, choose }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-2">
            <span className="wrap-anywhere min-w-0 grow basis-60">
              <strong>{`${label}: `}</strong>
              {`${by}: ${theirs || 'empty'}. Yours: ${mine || 'empty'}.`}
            </span>
            <Button variant="outline" size="sm" onClick={() => choose('theirs')}>
              Use theirs
            </Button>
            <Button variant="outline" size="sm" onClick={() => choose('mine')}>
              Keep mine
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
