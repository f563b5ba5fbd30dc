import { formatClockTime } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useDocumentState } from '../../editing/document-context.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Offers the draft of an earlier visit. The form stays disabled until the draft is restored or discarded. */
export function DraftRecovery({ form: { document, discardDraft } }: { form: SettingsForm }) {
  const { recoverable, stored } = useDocumentState(document)
  if (!recoverable || !stored) return null
  const { lastChange } = stored
  const isOutdated = lastChange && lastChange.at > recoverable.at
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
        <Button variant="secondary" onClick={document.restore} className="whitespace-normal">
          {`Restore unsaved changes from ${formatClockTime(recoverable.at)}`}
        </Button>
        <Button variant="outline" onClick={discardDraft}>
          Discard
        </Button>
      </div>
    </section>
  )
}
