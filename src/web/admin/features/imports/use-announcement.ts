import { useEffect, useEffectEvent, useState } from 'react'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { isBusy } from './queries.ts'
import { describeForAnnouncement } from './texts.ts'

/** Screen readers hear about progress this often at most, so that they can read something else meanwhile. */
const PROGRESS_INTERVAL_MS = 5000

/** The text of a live region: every change of the state at once, progress now and then. It is empty until then. */
export function useAnnouncement(details: ItemImportDetails): string {
  const { state } = details
  const [announced, setAnnounced] = useState({ state, text: '' })
  if (announced.state !== state) setAnnounced({ state, text: describeForAnnouncement(details) })
  const announceProgress = useEffectEvent(() =>
    setAnnounced({ state, text: describeForAnnouncement(details) }),
  )
  const busy = isBusy(details)
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(announceProgress, PROGRESS_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [busy])
  return announced.text
}
