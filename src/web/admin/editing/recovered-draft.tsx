import { formatDateTime } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useDocumentState } from './document-context.tsx'
import type { EditedDocument } from './edited-document.ts'

interface RecoveredDraftProps<Value, Stored extends { revision: number }> {
  document: EditedDocument<Value, Stored>
  /** What was found, before 'from 24 Nov 2026, 10:30'. */
  title: string
}

/** Offers the draft of an earlier visit. Nothing is shown without one. */
export function RecoveredDraft<Value, Stored extends { revision: number }>({
  document,
  title,
}: RecoveredDraftProps<Value, Stored>) {
  const draft = useDocumentState(document, (state) => state.recoverable)
  if (!draft) return null
  return (
    <section
      aria-label={title}
      // After a reload the browser returns to where the page was scrolled to.
      className="sticky top-18 z-5 mb-4 flex max-w-224 flex-wrap items-center gap-3 rounded-lg border border-link bg-marine-soft px-5 py-3 lg:top-2"
    >
      <p className="mr-auto">{`${title} from ${formatDateTime(draft.at)} on this device`}</p>
      <Button variant="outline" size="sm" onClick={() => void document.discardDraft()}>
        Discard
      </Button>
      <Button variant="secondary" size="sm" onClick={document.restore}>
        Restore
      </Button>
    </section>
  )
}
