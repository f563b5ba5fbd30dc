import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'

/** Why something could not be loaded, and the way on. */
export function LoadFailure({ what, error, retry }: { what: string; error: Error; retry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-6">
      <p className="text-danger">{`${what} could not be loaded: ${reasonOf(error)}`}</p>
      <Button variant="outline" size="sm" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
