import { Button } from '#web/ui/button.tsx'

/** Says which filters without a field a list has, because a link led to it, with a button that removes them. */
export function LinkedFilterNote({ texts, onRemove }: { texts: string[]; onRemove: () => void }) {
  if (texts.length === 0) return null
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-compact">
      <span>{`Shown: ${texts.join(', ')}`}</span>
      <Button variant="link" size="sm" onClick={onRemove}>
        Remove these limits
      </Button>
    </p>
  )
}
