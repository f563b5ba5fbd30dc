import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { watchVisibility } from '#web/lib/watch-visibility.ts'
import { useSiteContent } from '../../../lib/site-content.tsx'

const COUNT_UP_MS = 2000

/** The key numbers, each above a dimension line (rows STAT-1, STAT-2). */
export function Statistics() {
  const { statistics } = useSiteContent()
  const strip = useRef<HTMLElement>(null)
  const progress = useCountUp(strip)
  return (
    <section ref={strip} aria-label={t('Figures')} className="bg-surface">
      <div aria-hidden="true" className="rule-edge" />
      <ul className="page-width grid grid-cols-2 gap-x-(--space-column) gap-y-5 py-6 md:gap-y-10 md:py-14 lg:grid-cols-4">
        {statistics.map(({ value, suffix, label }) => (
          <li key={label} className="text-center">
            <strong className="font-head font-semibold text-figure leading-none">
              {Math.round(value * progress)}
              {suffix}
            </strong>
            <div className="dimension mt-2">
              <span>{label}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns 1, and once the strip becomes visible runs from 0 to 1 in 2 s, unless reduced motion is preferred. */
function useCountUp(strip: RefObject<HTMLElement | null>): number {
  const [progress, setProgress] = useState(1)
  useEffect(() => {
    if (!strip.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const stopWatching = watchVisibility(strip.current, () => {
      stopWatching()
      const start = performance.now()
      const step = (now: number) => {
        const elapsedShare = Math.min(1, Math.max(0, now - start) / COUNT_UP_MS)
        setProgress(elapsedShare)
        if (elapsedShare < 1) frame = requestAnimationFrame(step)
      }
      step(start)
    })
    return () => {
      stopWatching()
      cancelAnimationFrame(frame)
    }
  }, [strip])
  return progress
}
