import { useQuery } from '@tanstack/react-query'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { formatCount } from '../../../lib/format.ts'
import { CheckboxField, Select } from '../../../ui/field.tsx'
import { enquiryCountsQuery } from '../layout/nav-badges.ts'
import { SearchField } from '../layout/search-field.tsx'
import { staffQuery } from './queries.ts'
import type { EnquiryFilters } from './search-params.ts'

interface FilterProps {
  filters: EnquiryFilters
  onChange: (changes: Partial<Record<keyof EnquiryFilters, string | undefined>>) => void
}

/** The filters of a view: contacts can only be searched, and the board shows all statuses. */
export function Filters({ filters, onChange }: FilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const { data: counts } = useQuery(enquiryCountsQuery)
  return (
    <search className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField
        term={filters.search}
        onSearch={(search) => onChange({ search })}
        placeholder={filters.view === 'people' ? 'Name, email, phone' : 'Name, email, phone, message, item'}
        className="min-w-56 grow sm:max-w-88"
      />
      {filters.view === 'table' && (
        <Select
          label="Status"
          className="w-40"
          value={filters.status ?? ''}
          onChange={({ target }) => onChange({ status: target.value })}
        >
          <option value="">All</option>
          {ENQUIRY_STATUSES.map((status) => (
            <option key={status} value={status}>
              {ENQUIRY_STATUS_LABELS[status] + (counts ? ` (${formatCount(counts[status])})` : '')}
            </option>
          ))}
        </Select>
      )}
      {filters.view !== 'people' && (
        <>
          <Select
            label="Owner"
            className="w-40"
            value={filters.owner ?? ''}
            onChange={({ target }) => onChange({ owner: target.value })}
          >
            <option value="">Anyone</option>
            <option value="none">Unassigned</option>
            {staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <div className="flex min-h-(--size-control) flex-wrap items-center gap-x-5 gap-y-2">
            <CheckboxField
              label={`Follow-up due${counts ? ` (${formatCount(counts.due)})` : ''}`}
              checked={filters.due}
              onChange={({ target }) => onChange({ due: target.checked ? 'true' : undefined })}
            />
            <CheckboxField
              label="Unanswered for over 24 hours"
              checked={filters.unanswered}
              onChange={({ target }) => onChange({ unanswered: target.checked ? 'true' : undefined })}
            />
          </div>
        </>
      )}
    </search>
  )
}
