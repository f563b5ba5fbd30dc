import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'

interface GrowingProps {
  /** How many there are. */
  count: number
  /** How many are drawn at once. */
  step: number
  /** At least so many are drawn from the start. */
  least?: number
  /** Draws the first `shown`. */
  children: (shown: number) => ReactNode
}

/** Draws the beginning of a long list, and the rest as it is scrolled to: thousands of entries come without delay. */
export function Growing({ count, step, least = 0, children }: GrowingProps) {
  const [wanted, setWanted] = useState(step)
  const shown = Math.min(count, Math.max(wanted, least))
  const grow = () => setWanted(shown + step)
  return (
    <>
      {children(shown)}
      {shown < count && (
        <Button ref={whenSeen(grow)} variant="outline" className="mx-auto mt-6 flex" onClick={grow}>
          {`Show more of ${formatCount(count)}`}
        </Button>
      )}
    </>
  )
}

/** Runs once the element comes near the screen. */
const whenSeen = (run: () => void) => (element: HTMLElement | null) => {
  if (!element) return
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && run(), {
    rootMargin: '600px',
  })
  observer.observe(element)
  return () => observer.disconnect()
}
