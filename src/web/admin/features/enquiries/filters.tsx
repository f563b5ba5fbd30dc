import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { ENQUIRY_SORTS, type EnquirySort, getDefaultDirection, type SortDirection } from '#contracts/sort.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, Select } from '../../../ui/field.tsx'
import { enquiryCountsQuery } from '../layout/nav-badges.ts'
import { SearchField } from '../layout/search-field.tsx'
import { staffQuery } from './queries.ts'
import { ENQUIRY_SORT_LABELS, type EnquiryFilters } from './search-params.ts'

interface FilterProps {
  filters: EnquiryFilters
  onChange: (changes: Partial<Record<keyof EnquiryFilters, string | undefined>>) => void
  onSort: (sort: EnquirySort, order: SortDirection) => void
}

/** The filters of a view: contacts can only be searched, and the board shows all statuses. */
export function Filters({ filters, onChange, onSort }: FilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const { data: counts } = useQuery(enquiryCountsQuery)
  const { view, status, owner, due, unanswered } = filters
  const activeCount = [view === 'table' && status, owner, due, unanswered].filter(Boolean).length
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField
        term={filters.search}
        onSearch={(search) => onChange({ search })}
        placeholder={view === 'people' ? 'Name, email, phone' : 'Name, email, phone, message, item'}
        className="basis-44 grow sm:max-w-88"
      />
      {view !== 'people' && (
        <CollapsibleFilters activeCount={activeCount}>
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
          <div className="flex min-h-(--size-control) flex-wrap items-center gap-x-5 gap-y-2">
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
          {view === 'table' && <SortFields filters={filters} onSort={onSort} />}
        </CollapsibleFilters>
      )}
    </search>
  )
}

/** Hides the filters on phones behind a button with the number of active ones. */
function CollapsibleFilters({ activeCount, children }: { activeCount: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="outline"
        className="md:hidden"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ListFilter aria-hidden="true" size={18} />
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
      <div
        id={id}
        className={`flex flex-wrap items-end gap-x-4 gap-y-3 max-md:w-full md:contents ${open ? '' : 'max-md:hidden'}`}
      >
        {children}
      </div>
    </>
  )
}

/** The choice of the order where the list has no table head. */
function SortFields({ filters: { sort, order }, onSort }: Pick<FilterProps, 'filters' | 'onSort'>) {
  return (
    <div className="flex items-end gap-3 max-md:w-full lg:hidden">
      <Select
        label="Sort by"
        className="grow"
        value={sort}
        onChange={({ target }) => {
          const next = ENQUIRY_SORTS.find((name) => name === target.value)
          if (next) onSort(next, getDefaultDirection(next, false))
        }}
      >
        {Object.entries(ENQUIRY_SORT_LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label="Order"
        className="grow"
        value={order}
        onChange={({ target }) => onSort(sort, target.value === 'asc' ? 'asc' : 'desc')}
      >
        <option value="asc">{sort === 'received' ? 'Oldest first' : 'Ascending'}</option>
        <option value="desc">{sort === 'received' ? 'Newest first' : 'Descending'}</option>
      </Select>
    </div>
  )
}
