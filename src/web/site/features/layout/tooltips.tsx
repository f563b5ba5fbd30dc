import { useEffect, useRef, useState } from 'react'
import { LazyComponent } from '#web/lib/lazy-component.tsx'

const loadLayer = () => import('#web/ui/tooltip-layer.tsx')

/** Loads the tooltip code when the pointer or the focus first reaches an element with a tooltip. */
export function Tooltips() {
  const newest = useRef<Event>(null)
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const handleEvent = (event: Event) => {
      newest.current = event
      if ((event.target as Element).closest('[data-tooltip]')) setNeeded(true)
    }
    // A press closes the tooltip; without this, one would open after the click that was quicker than its code.
    const forgetEvent = () => {
      newest.current = null
    }
    addEventListener('pointerover', handleEvent)
    addEventListener('focusin', handleEvent)
    addEventListener('pointerdown', forgetEvent)
    return () => {
      removeEventListener('pointerover', handleEvent)
      removeEventListener('focusin', handleEvent)
      removeEventListener('pointerdown', forgetEvent)
    }
  }, [])
  return needed && <LazyComponent load={loadLayer} props={{ newest }} />
}
