import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatCount } from '#contracts/format.ts'
import { watchVisibility } from '#web/lib/watch-visibility.ts'
import { Button } from '#web/ui/button.tsx'

interface IncrementalListProps {
  /** Distinguishes the lists of a screen with several ones. */
  name?: string
  /** The number of entries of the list. */
  count: number
  /** The number of entries that are added when the end comes near the viewport. */
  batchSize: number
  /** The least number of entries to render from the start. */
  minCount?: number
  /** Renders the first `visibleCount` entries. */
  children: (visibleCount: number) => ReactNode
}

/** How many entries each history entry has displayed, by its key and the list: Back restores a scroll position beyond the first batch. */
const visibleCounts = new Map<string, number>()

/** Renders the beginning of a long list, and further batches as the end comes near the viewport. */
export function IncrementalList({
  name = '',
  count,
  batchSize,
  minCount = 0,
  children,
}: IncrementalListProps) {
  const key = `${useLocation().key} ${name}`
  const [requestedCount, setRequestedCount] = useState(() => visibleCounts.get(key) ?? batchSize)
  const visibleCount = Math.min(count, Math.max(requestedCount, minCount))
  useEffect(() => {
    visibleCounts.set(key, visibleCount)
  }, [key, visibleCount])
  return (
    <>
      {children(visibleCount)}
      {visibleCount < count && (
        <ShowMoreButton
          key={visibleCount}
          label={`Show more of ${formatCount(count)}`}
          onShowMore={() => setRequestedCount(visibleCount + batchSize)}
        />
      )}
    </>
  )
}

/** Calls `onShowMore` once it comes within 600 px of the viewport, or on click. */
function ShowMoreButton({ label, onShowMore }: { label: string; onShowMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const showMore = useEffectEvent(onShowMore)
  useEffect(() => watchVisibility(button.current!, () => showMore(), '600px'), [])
  return (
    <Button ref={button} variant="outline" className="mx-auto mt-6 flex" onClick={onShowMore}>
      {label}
    </Button>
  )
}
