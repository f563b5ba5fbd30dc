import { useEffect, useRef, useState } from 'react'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'

const EVENTS = ['pointerover', 'focusin', 'pointerdown']
const loadLayer = () => import('#web/ui/overlays/tooltip-layer.tsx')

/** Loads the tooltip code when the pointer or the focus first reaches an element with a tooltip. */
export function Tooltips() {
  const newest = useRef<Event>(null)
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const handleEvent = (event: Event) => {
      // A press closes a tooltip; one would open after a click that was quicker than this code.
      newest.current = event.type === 'pointerdown' ? null : event
      if ((event.target as Element).closest('[data-tooltip]')) setNeeded(true)
    }
    for (const type of EVENTS) addEventListener(type, handleEvent)
    return () => {
      for (const type of EVENTS) removeEventListener(type, handleEvent)
    }
  }, [])
  return needed && <LazyComponent load={loadLayer} props={{ newest }} />
}
