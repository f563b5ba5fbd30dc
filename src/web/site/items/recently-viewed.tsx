import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceList } from '../../lib/device-list.ts'
import { summariesQuery } from '../../lib/finding-queries.ts'
import { ItemShelf } from './item-shelf.tsx'

const REMEMBERED = 12
const SHOWN = 4
const list = deviceList('recentlyViewed')

/** What was opened on this device lately, and notes that `current` is open now. Nothing until something was. */
export function RecentlyViewed({ current }: { current?: string }) {
  const ids = list.use()
  useEffect(() => {
    if (current)
      list.change((before) => [current, ...before.filter((id) => id !== current)].slice(0, REMEMBERED))
  }, [current])
  const others = (ids ?? []).filter((id) => id !== current).slice(0, SHOWN)
  const { data = [] } = useQuery({ ...summariesQuery(others), enabled: others.length > 0 })
  return <ItemShelf title="Recently viewed" items={data} />
}
