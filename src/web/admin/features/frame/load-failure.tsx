import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'

/** What could not be loaded, why, and the way to try it again. */
export function LoadFailure({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line border-l-3 border-l-danger bg-surface p-5"
    >
      <div>
        <p className="font-semibold">{what} could not be loaded.</p>
        <p className="text-muted">{reasonOf(error)}</p>
      </div>
      <Button variant="outline" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
