import { Button } from '../../../ui/button.tsx'
import { clockTime } from './times.ts'
import type { Editor } from './use-editor.ts'

/** Offers the unsaved changes of an earlier visit; nothing can be edited until they are taken up or given up. */
export function Recovery({ editor }: { editor: Editor }) {
  const { recoverable, saved, recover, discard } = editor
  if (!recoverable) return null
  const { lastChange } = saved
  const isOvertaken = lastChange && lastChange.at > recoverable.updatedAt
  return (
    <section
      aria-label="Unsaved changes"
      className="mb-4 grid gap-3 rounded-lg border border-line border-l-3 border-l-marine bg-surface p-5"
    >
      <p>You made changes that were not saved. Below is what the site says now.</p>
      {isOvertaken && (
        <p className="text-danger">
          {`Since then ${lastChange.by} saved ${lastChange.detail} at ${clockTime(lastChange.at)}. If you go on and save, your version takes the place of theirs.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={recover} className="whitespace-normal">
          {`Go on with the unsaved changes from ${clockTime(recoverable.updatedAt)}`}
        </Button>
        <Button variant="outline" onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
