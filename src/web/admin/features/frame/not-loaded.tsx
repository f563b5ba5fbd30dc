import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'

/** In place of what could not be loaded: why, and a way on. */
export function NotLoaded({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-6">
      <p>
        {what} could not be loaded: {reasonOf(error)}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
