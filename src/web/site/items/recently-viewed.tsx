import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createLocalStorageList } from '#web/lib/local-storage-list.ts'
import { summariesQuery } from '#web/site/discovery-queries.ts'
import { ItemStrip } from './item-strip.tsx'

const MAX_STORED = 12
const MAX_SHOWN = 4
const list = createLocalStorageList('recentlyViewed')

/** The items last viewed on this device without `current`, which is added to them. Renders nothing if there are none. */
export function RecentlyViewed({ current }: { current?: string }) {
  const ids = list.useIds()
  useEffect(() => {
    if (current)
      list.update((before) => [current, ...before.filter((id) => id !== current)].slice(0, MAX_STORED))
  }, [current])
  const others = (ids ?? []).filter((id) => id !== current).slice(0, MAX_SHOWN)
  const { data = [] } = useQuery({ ...summariesQuery(others), enabled: others.length > 0 })
  return <ItemStrip title="Recently viewed" items={data} />
}
