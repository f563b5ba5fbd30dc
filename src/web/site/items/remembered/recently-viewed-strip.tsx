import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#messages/messages.ts'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { ItemStrip } from '../item-strip.tsx'
import { MAX_SHOWN, parseRecentView, recordView, useRecentlyViewed } from './recently-viewed.ts'

/** The items last viewed on this device without `current`, which is added to them. Renders nothing if there are none. */
export function RecentlyViewedStrip({ current }: { current: string }) {
  const entries = useRecentlyViewed()
  useEffect(() => recordView(current), [current])
  const others = (entries ?? [])
    .map((entry) => parseRecentView(entry).id)
    .filter((id) => id !== current)
    .slice(0, MAX_SHOWN)
  const { data = [] } = useQuery({ ...summariesQuery(others), enabled: others.length > 0 })
  return <ItemStrip title={t('Recently viewed')} items={data} />
}
