import { useEffect, useRef, useState } from 'react'
import { OnDemand } from '../../../lib/on-demand.tsx'

const loadLayer = () => import('../../../ui/tooltip-layer.tsx')

/** Fetches the tooltips' code when someone first comes to a thing that has one, by pointer or keyboard. */
export function Tooltips() {
  const newest = useRef<Event>(null)
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const note = (event: Event) => {
      newest.current = event
      if ((event.target as Element).closest('[data-tooltip]')) setNeeded(true)
    }
    addEventListener('pointerover', note)
    addEventListener('focusin', note)
    return () => {
      removeEventListener('pointerover', note)
      removeEventListener('focusin', note)
    }
  }, [])
  return needed && <OnDemand load={loadLayer} props={{ newest }} />
}
