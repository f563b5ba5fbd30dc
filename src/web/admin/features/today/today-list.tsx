import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TodayEntry } from '#contracts/enquiry/today.ts'
import { TODAY_REASON_LABELS, TODAY_REASONS } from '#contracts/enquiry/today-reasons.ts'
import { formatCount } from '#contracts/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadError } from '../../shell/load-error.tsx'
import { todayQuery } from '../../shell/navigation/nav-badges.ts'
import { EmailDialog } from './email-dialog.tsx'
import { EntryRow } from './entry-row.tsx'

interface ListProps {
  owner: 'mine' | 'all'
  /** Opens the email to the customer of an entry. */
  onWrite: (entry: TodayEntry) => void
}

/** What needs attention today. An email that is being written stays open when its entry leaves the list. */
export function TodayList({ owner }: Pick<ListProps, 'owner'>) {
  const [recipient, setRecipient] = useState<TodayEntry>()
  return (
    <>
      <ReasonPanels owner={owner} onWrite={setRecipient} />
      {recipient && <EmailDialog entry={recipient} onClose={() => setRecipient(undefined)} />}
    </>
  )
}

function ReasonPanels({ owner, onWrite }: ListProps) {
  const { data, error, isPending, refetch } = useQuery(todayQuery(owner))
  if (isPending)
    return (
      <div role="status" aria-label="Loading..." className="grid gap-4">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    )
  if (!data) return <LoadError subject="The list" error={error} onRetry={refetch} />
  if (data.entries.length === 0) return <NothingWaiting owner={owner} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {TODAY_REASONS.map((reason) => {
        const entries = data.entries.filter((entry) => entry.reason === reason)
        return entries.length === 0 ? null : (
          <ReasonPanel
            key={reason}
            entries={entries}
            count={data.counts[reason]}
            owner={owner}
            onWrite={onWrite}
          />
        )
      })}
    </div>
  )
}

function ReasonPanel({
  entries,
  count,
  owner,
  onWrite,
}: ListProps & { entries: TodayEntry[]; count: number }) {
  const label = TODAY_REASON_LABELS[entries[0]!.reason]
  return (
    <Panel title={label} note={formatCount(count)}>
      <ul aria-label={label}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} withOwner={owner === 'all'} onWrite={() => onWrite(entry)} />
        ))}
      </ul>
      {count > entries.length && (
        <p className="mt-3 text-muted text-sm">
          {`The ${formatCount(entries.length)} that have waited longest are shown.`}
        </p>
      )}
    </Panel>
  )
}

function NothingWaiting({ owner }: { owner: 'mine' | 'all' }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-line bg-surface px-4 py-16 text-center">
      <h2 className="text-h4">Nothing is waiting</h2>
      <p className="max-w-prose text-muted">
        {owner === 'all'
          ? 'All enquiries are answered, and no quotation needs attention.'
          : 'Your enquiries are answered, and none of your quotations needs attention.'}
      </p>
    </div>
  )
}
