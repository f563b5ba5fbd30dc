import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Plate } from '../../ui/plate.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { Pager } from '../features/frame/pager.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { Entries, EntrySkeletons } from '../features/log/entries.tsx'
import { Filters } from '../features/log/filters.tsx'
import { LOG_FILTERS, type LogFilter, logQuery, PAGE_SIZE, pageOf } from '../features/log/queries.ts'
import { may, useSignedIn } from '../features/session/session.ts'

/** Who changed what, and when; what is shown stands in the address. */
export default function Log() {
  const user = useSignedIn()
  return (
    <>
      <ScreenHead title="Log" subtitle="Who changed what, the newest first" />
      {may(user, 'log.read') ? (
        <Narrowed />
      ) : (
        <Plate>
          <p className="py-12 text-center text-muted">Your account may not read the log.</p>
        </Plate>
      )}
    </>
  )
}

function Narrowed() {
  const [address, setAddress] = useSearchParams()
  const chosen = Object.fromEntries(
    LOG_FILTERS.map((filter) => [filter, address.get(filter) ?? '']),
  ) as Record<LogFilter, string>
  const choose = (filter: LogFilter, value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('page')
        if (value) after.set(filter, value)
        else after.delete(filter)
        return after
      },
      { replace: filter === 'search' },
    )
  return (
    <>
      <Filters chosen={chosen} choose={choose} clear={() => setAddress({})} />
      <Page address={address} />
    </>
  )
}

function Page({ address }: { address: URLSearchParams }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(logQuery(address))
  const page = pageOf(address)
  const filtered = LOG_FILTERS.some((filter) => address.get(filter))
  if (error && !isFetching) return <LoadFailure what="The log" error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <Plate>
        <EntrySkeletons />
      </Plate>
    )
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      <Plate>
        {data.entries.length > 0 ? (
          <Entries entries={data.entries} />
        ) : (
          <p className="py-12 text-center text-muted">
            {data.total > 0
              ? 'The log does not go back this far.'
              : filtered
                ? 'Nothing in the log matches.'
                : 'Nothing has been changed yet. Every change that somebody makes is noted here.'}
          </p>
        )}
      </Plate>
      {data.total > 0 && (
        <Pager page={page} size={PAGE_SIZE} total={data.total} noun="entries" words={['Newer', 'Older']} />
      )}
    </div>
  )
}
