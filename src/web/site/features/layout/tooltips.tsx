import { useEffect, useRef, useState } from 'react'
import { LazyComponent } from '#web/lib/lazy-component.tsx'

const loadLayer = () => import('#web/ui/tooltip-layer.tsx')

/** Fetches the tooltips' code when someone first comes to a thing that has one, by pointer or keyboard. */
export function Tooltips() {
  const newest = useRef<Event>(null)
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const handleEvent = (event: Event) => {
      newest.current = event
      if ((event.target as Element).closest('[data-tooltip]')) setNeeded(true)
    }
    addEventListener('pointerover', handleEvent)
    addEventListener('focusin', handleEvent)
    return () => {
      removeEventListener('pointerover', handleEvent)
      removeEventListener('focusin', handleEvent)
    }
  }, [])
  return needed && <LazyComponent load={loadLayer} props={{ newest }} />
}
