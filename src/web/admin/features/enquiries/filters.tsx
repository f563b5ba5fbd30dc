import { useQuery } from '@tanstack/react-query'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { formatCount } from '#contracts/format.ts'
import { CUSTOMER_SORT_LABELS, ENQUIRY_SORT_LABELS } from '#contracts/sort.ts'
import { CheckboxField, Select } from '../../../ui/field.tsx'
import { FilterPanel } from '../layout/filter-panel.tsx'
import { enquiryCountsQuery } from '../layout/nav-badges.ts'
import { OwnerFilter } from '../layout/owner-filter.tsx'
import { SearchField } from '../layout/search-field.tsx'
import { SortFields } from '../layout/sort-fields.tsx'
import { type EnquiryFilters, useCustomerSort } from './search-params.ts'

interface FilterProps {
  filters: EnquiryFilters
  onChange: (changes: Partial<Record<keyof EnquiryFilters, string | undefined>>) => void
}

/** The filters of a view: contacts can only be searched, and the board shows all statuses. */
export function Filters({ filters, onChange }: FilterProps) {
  const { data: counts } = useQuery(enquiryCountsQuery)
  const { view, status, owner, due, unanswered } = filters
  const activeCount = [view === 'table' && status, owner, due, unanswered].filter(Boolean).length
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField
        term={filters.search}
        onSearch={(search) => onChange({ search })}
        placeholder={view === 'people' ? 'Name, company, phone' : 'Name, company, phone, reference, item'}
        className="basis-44 grow sm:max-w-88"
      />
      {view !== 'people' && (
        <FilterPanel activeCount={activeCount}>
          {view === 'table' && (
            <Select
              label="Status"
              className="w-36 max-md:w-full"
              value={status ?? ''}
              onChange={({ target }) => onChange({ status: target.value })}
            >
              <option value="">All</option>
              {ENQUIRY_STATUSES.map((value) => (
                <option key={value} value={value}>
                  {ENQUIRY_STATUS_LABELS[value] + (counts ? ` (${formatCount(counts[value])})` : '')}
                </option>
              ))}
            </Select>
          )}
          <OwnerFilter value={owner} onChange={(owner) => onChange({ owner })} />
          <div className="col-span-full flex min-h-(--size-control) flex-wrap items-center gap-x-5 gap-y-2">
            <CheckboxField
              label={`Follow-up due${counts ? ` (${formatCount(counts.due)})` : ''}`}
              checked={due}
              onChange={({ target }) => onChange({ due: target.checked ? 'true' : undefined })}
            />
            <CheckboxField
              label="Unanswered for over 24 hours"
              checked={unanswered}
              onChange={({ target }) => onChange({ unanswered: target.checked ? 'true' : undefined })}
            />
          </div>
          {view === 'table' && (
            <SortFields
              labels={ENQUIRY_SORT_LABELS}
              sort={filters.sort}
              order={filters.order}
              isByTime={filters.sort === 'received'}
              onChange={onChange}
            />
          )}
        </FilterPanel>
      )}
      {view === 'people' && <CustomerSortFields />}
    </search>
  )
}

function CustomerSortFields() {
  const { sort, order, change } = useCustomerSort()
  return (
    <div className="grid grid-cols-2 gap-3 max-md:w-full lg:hidden">
      <SortFields
        labels={CUSTOMER_SORT_LABELS}
        sort={sort}
        order={order}
        isByTime={sort === 'lastEnquiry'}
        onChange={change}
      />
    </div>
  )
}
