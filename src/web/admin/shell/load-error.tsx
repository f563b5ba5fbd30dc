import { Button } from '#web/ui/button.tsx'

/** Says what could not be loaded and why, with a button to try again. `role`: a status does not interrupt a screen reader. */
export function LoadError({
  subject,
  error,
  onRetry,
  role = 'alert',
}: {
  subject: string
  error: Error
  onRetry: () => unknown
  role?: 'alert' | 'status'
}) {
  return (
    <div
      role={role}
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line border-l-3 border-l-danger bg-surface p-5"
    >
      <p>{`${subject} could not be loaded: ${error.message}`}</p>
      <Button variant="outline" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}
