import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'

/** What could not be loaded, why, and the way to try it again. */
export function LoadFailure({ what, error, retry }: { what: string; error: Error; retry: () => unknown }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line border-l-3 border-l-danger bg-surface p-5"
    >
      <p>{`${what} could not be loaded: ${reasonOf(error)}`}</p>
      <Button variant="outline" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
