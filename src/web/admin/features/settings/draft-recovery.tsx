import { formatClockTime } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Editor } from './use-editor.ts'

/** Offers the draft of an earlier visit. The form stays disabled until the draft is restored or discarded. */
export function DraftRecovery({ editor }: { editor: Editor }) {
  const { recoverable, saved, restoreDraft, discardDraft } = editor
  if (!recoverable) return null
  const { lastChange } = saved
  const isOutdated = lastChange && lastChange.at > recoverable.updatedAt
  return (
    <section
      aria-label="Unsaved changes"
      className="mb-4 grid gap-3 rounded-lg border border-line border-l-3 border-l-marine bg-surface p-5"
    >
      <p>You have unsaved changes. Showing the published version.</p>
      {isOutdated && (
        <p className="text-danger">
          {`${lastChange.by} has saved ${lastChange.detail} since then, at ${formatClockTime(lastChange.at)}. If you restore your changes and save them, your version replaces theirs.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={restoreDraft} className="whitespace-normal">
          {`Restore unsaved changes from ${formatClockTime(recoverable.updatedAt)}`}
        </Button>
        <Button variant="outline" onClick={discardDraft}>
          Discard
        </Button>
      </div>
    </section>
  )
}
