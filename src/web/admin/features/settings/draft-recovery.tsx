import { Button } from '#web/ui/button.tsx'
import { formatClockTime } from './format-time.ts'
import type { Editor } from './use-editor.ts'

/** Offers the unsaved changes of an earlier visit; nothing can be edited until they are taken up or given up. */
export function DraftRecovery({ editor }: { editor: Editor }) {
  const { recoverable, saved, recover, discard } = editor
  if (!recoverable) return null
  const { lastChange } = saved
  const isOutdated = lastChange && lastChange.at > recoverable.updatedAt
  return (
    <section
      aria-label="Unsaved changes"
      className="mb-4 grid gap-3 rounded-lg border border-line border-l-3 border-l-marine bg-surface p-5"
    >
      <p>You made changes that were not saved. Below is what the site says now.</p>
      {isOutdated && (
        <p className="text-danger">
          {`Since then ${lastChange.by} saved ${lastChange.detail} at ${formatClockTime(lastChange.at)}. If you go on and save, your version takes the place of theirs.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={recover} className="whitespace-normal">
          {`Go on with the unsaved changes from ${formatClockTime(recoverable.updatedAt)}`}
        </Button>
        <Button variant="outline" onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
