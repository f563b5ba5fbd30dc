import { useQuery } from '@tanstack/react-query'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { CUSTOMER_SORT_LABELS, ENQUIRY_SORT_LABELS, type SortDirection } from '#contracts/sort.ts'
import { formatCount } from '../../../lib/format.ts'
import { CheckboxField, Select } from '../../../ui/field.tsx'
import { FilterPanel } from '../layout/filter-panel.tsx'
import { enquiryCountsQuery } from '../layout/nav-badges.ts'
import { SearchField } from '../layout/search-field.tsx'
import { staffQuery } from './queries.ts'
import { type EnquiryFilters, useCustomerSort } from './search-params.ts'

interface FilterProps {
  filters: EnquiryFilters
  onChange: (changes: Partial<Record<keyof EnquiryFilters, string | undefined>>) => void
}

/** The filters of a view: contacts can only be searched, and the board shows all statuses. */
export function Filters({ filters, onChange }: FilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
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
          <Select
            label="Owner"
            className="w-36 max-md:w-full"
            value={owner ?? ''}
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

interface SortFieldsProps {
  labels: Record<string, string>
  sort: string
  order: SortDirection
  /** Whether the list is sorted by a time. */
  isByTime: boolean
  onChange: (changes: { sort?: string; order: string | undefined }) => void
}

/** The choice of the order where the list has no table head. */
function SortFields({ labels, sort, order, isByTime, onChange }: SortFieldsProps) {
  return (
    <>
      <Select
        label="Sort by"
        className="w-36 max-md:w-full lg:hidden"
        value={sort}
        onChange={({ target }) => onChange({ sort: target.value, order: undefined })}
      >
        {Object.entries(labels).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label="Order"
        className="w-36 max-md:w-full lg:hidden"
        value={order}
        onChange={({ target }) => onChange({ order: target.value })}
      >
        <option value="asc">{isByTime ? 'Oldest first' : 'Ascending'}</option>
        <option value="desc">{isByTime ? 'Newest first' : 'Descending'}</option>
      </Select>
    </>
  )
}
