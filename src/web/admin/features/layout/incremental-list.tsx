import { type ReactNode, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'

interface IncrementalListProps {
  /** How many there are. */
  count: number
  /** How many are drawn at once. */
  batchSize: number
  /** At least so many are drawn from the start. */
  minCount?: number
  /** Draws the first `shown`. */
  children: (visibleCount: number) => ReactNode
}

/** Draws the beginning of a long list, and the rest as it is scrolled to: thousands of entries come without delay. */
export function IncrementalList({ count, batchSize, minCount = 0, children }: IncrementalListProps) {
  const [requestedCount, setRequestedCount] = useState(batchSize)
  const visibleCount = Math.min(count, Math.max(requestedCount, minCount))
  const showMore = () => setRequestedCount(visibleCount + batchSize)
  return (
    <>
      {children(visibleCount)}
      {visibleCount < count && (
        <Button
          ref={createNearViewportRef(showMore)}
          variant="outline"
          className="mx-auto mt-6 flex"
          onClick={showMore}
        >
          {`Show more of ${formatCount(count)}`}
        </Button>
      )}
    </>
  )
}

/** Runs once the element comes near the screen. */
const createNearViewportRef = (callback: () => void) => (element: HTMLElement | null) => {
  if (!element) return
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && callback(), {
    rootMargin: '600px',
  })
  observer.observe(element)
  return () => observer.disconnect()
}
