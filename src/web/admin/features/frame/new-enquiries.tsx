import { useQuery } from '@tanstack/react-query'
import type { EnquiryCounts } from '#contracts/enquiry-work.ts'

const REFRESH_MS = 60_000
/** More is as good as many. */
const MOST_SHOWN = 999

/** Beside its link, whose name it is not part of: how many enquiries nobody has answered yet; asked for every minute while the tab is seen. */
export function NewEnquiries() {
  const { data } = useQuery<EnquiryCounts>({
    queryKey: ['/api/enquiries/counts'],
    refetchInterval: REFRESH_MS,
  })
  if (!data || data.new === 0) return null
  return (
    <span className="pointer-events-none mr-2 rounded-md bg-on-dark px-1.5 font-head font-semibold text-marine-deep text-sm leading-5 tabular-nums lg:absolute lg:top-3.25 lg:right-4 lg:mr-0">
      {data.new > MOST_SHOWN ? `${MOST_SHOWN}+` : data.new}
      <span className="sr-only">{data.new === 1 ? ' new enquiry' : ' new enquiries'}</span>
    </span>
  )
}
