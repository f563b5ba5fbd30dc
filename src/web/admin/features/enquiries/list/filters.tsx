import { useQuery } from '@tanstack/react-query'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { formatCount } from '#contracts/format.ts'
import { formatLinkedDay } from '#web/admin/list/linked-day.ts'
import { FilterSelect } from '#web/admin/list/list-screen.tsx'
import { OwnerFilter } from '#web/admin/list/owner-filter.tsx'
import { enquiryCountsQuery } from '#web/admin/shell/navigation/nav-badges.ts'
import { CheckboxField } from '#web/ui/field.tsx'
import type { EnquiryList } from './search-params.ts'

/** The filters of the enquiries; the board shows all statuses. */
export function EnquiryFilters({ list, hasStatus }: { list: EnquiryList; hasStatus: boolean }) {
  const { data: counts } = useQuery(enquiryCountsQuery)
  const { due, unanswered } = list.filters
  const statusLabels = ENQUIRY_STATUSES.map((status) => [
    status,
    ENQUIRY_STATUS_LABELS[status] + (counts ? ` (${formatCount(counts[status])})` : ''),
  ])
  return (
    <>
      {hasStatus && (
        <FilterSelect
          list={list}
          name="status"
          label="Status"
          all="All"
          options={Object.fromEntries(statusLabels)}
        />
      )}
      <OwnerFilter list={list} />
      <div className="col-span-full flex min-h-(--size-control) flex-wrap items-center gap-x-5 gap-y-2">
        <CheckboxField
          label={`Follow-up due${counts ? ` (${formatCount(counts.due)})` : ''}`}
          checked={due !== undefined}
          onChange={({ target }) => list.change({ due: target.checked ? 'true' : undefined })}
        />
        <CheckboxField
          label="Unanswered for over 24 hours"
          checked={unanswered !== undefined}
          onChange={({ target }) => list.change({ unanswered: target.checked ? 'true' : undefined })}
        />
      </div>
    </>
  )
}

/** Says in words which enquiries the filters without a field let through. */
export function describeLinkedFilters({ from, to, answered }: EnquiryList['filters']): string[] {
  return [
    (from || to) &&
      ['received', from && `from ${formatLinkedDay(from)}`, to && `to ${formatLinkedDay(to)}`]
        .filter(Boolean)
        .join(' '),
    answered === 'reply' && 'with a reply',
    answered === 'quotation' && 'with a quotation',
  ].filter((text): text is string => Boolean(text))
}
