import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { formatCount } from '../../../lib/format.ts'
import { CheckboxField, Select, TextField } from '../../../ui/field.tsx'
import type { Wish } from './address.ts'
import { countsQuery, staffQuery } from './queries.ts'
import { STATUS_LABELS } from './words.ts'

const TYPING_PAUSE_MS = 300

interface FilterProps {
  wish: Wish
  change: (changes: Partial<Record<keyof Wish, string | undefined>>, replace?: boolean) => void
}

/** What to look for; people are only searched, and the board shows every status. */
export function Filters({ wish, change }: FilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const { data: counts } = useQuery(countsQuery)
  return (
    <search className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField wish={wish} change={change} />
      {wish.view === 'table' && (
        <Select
          label="Status"
          className="w-40"
          value={wish.status ?? ''}
          onChange={({ target }) => change({ status: target.value })}
        >
          <option value="">All</option>
          {ENQUIRY_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_LABELS[status] + (counts ? ` (${formatCount(counts[status])})` : '')}
            </option>
          ))}
        </Select>
      )}
      {wish.view !== 'people' && (
        <>
          <Select
            label="Owner"
            className="w-40"
            value={wish.owner ?? ''}
            onChange={({ target }) => change({ owner: target.value })}
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
              checked={wish.due}
              onChange={({ target }) => change({ due: target.checked ? 'true' : undefined })}
            />
          </div>
        </>
      )}
    </search>
  )
}

/** Searches once typing pauses; another address, as by 'Back', is written into the field. */
function SearchField({ wish: { view, search }, change }: FilterProps) {
  const [text, setText] = useState(search)
  const written = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (search !== written.current) setText(search)
    written.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      written.current = typed.trim()
      change({ search: typed.trim() }, true)
    }, TYPING_PAUSE_MS)
  }
  return (
    <TextField
      label="Search"
      type="search"
      maxLength={200}
      className="min-w-56 grow sm:max-w-88"
      placeholder={view === 'people' ? 'Name, e-mail, telephone' : 'Name, e-mail, telephone, message, item'}
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  )
}
