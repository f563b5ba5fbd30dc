import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { formatCount } from '../../../lib/format.ts'
import { CheckboxField, Select, TextField } from '../../../ui/field.tsx'
import { countsQuery, staffQuery } from './queries.ts'
import type { EnquiryFilters } from './search-params.ts'

const DEBOUNCE_MS = 300

interface FilterProps {
  filters: EnquiryFilters
  onChange: (changes: Partial<Record<keyof EnquiryFilters, string | undefined>>, replace?: boolean) => void
}

/** What to look for; people are only searched, and the board shows every status. */
export function Filters({ filters, onChange }: FilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const { data: counts } = useQuery(countsQuery)
  return (
    <search className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField filters={filters} onChange={onChange} />
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
            <option value="">Everybody</option>
            <option value="none">Nobody</option>
            {staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <div className="flex min-h-(--size-control) items-center">
            <CheckboxField
              label={`Due today or earlier${counts ? ` (${formatCount(counts.due)})` : ''}`}
              checked={filters.due}
              onChange={({ target }) => onChange({ due: target.checked ? 'true' : undefined })}
            />
          </div>
        </>
      )}
    </search>
  )
}

/** Searches once typing pauses; another address, as by 'Back', is written into the field. */
function SearchField({ filters: { view, search }, onChange }: FilterProps) {
  const [text, setText] = useState(search)
  const committedSearch = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (search !== committedSearch.current) setText(search)
    committedSearch.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleInput = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      committedSearch.current = typed.trim()
      onChange({ search: typed.trim() }, true)
    }, DEBOUNCE_MS)
  }
  return (
    <TextField
      label="Search"
      type="search"
      maxLength={200}
      className="min-w-56 grow sm:max-w-88"
      placeholder={view === 'people' ? 'Name, e-mail, telephone' : 'Name, e-mail, telephone, message, item'}
      value={text}
      onChange={({ target }) => handleInput(target.value)}
    />
  )
}
