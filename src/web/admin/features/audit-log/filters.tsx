import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { SearchField } from '../layout/search-field.tsx'
import { AUDIT_FILTERS, type AuditFilter, actorsQuery } from './queries.ts'
import { SUBJECTS } from './subjects.ts'

interface FilterProps {
  /** The values in the URL; '' for a filter that is not set. */
  chosen: Record<AuditFilter, string>
  onChange: (changes: Partial<Record<AuditFilter, string | undefined>>) => void
}

/** The filters of the audit log. Every change is written to the URL immediately. */
export function Filters({ chosen, onChange }: FilterProps) {
  const { data: actors = [] } = useQuery(actorsQuery)
  // A name in the URL that is not in the list is shown as well.
  const actorOptions = chosen.who && !actors.includes(chosen.who) ? [chosen.who, ...actors] : actors
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[repeat(2,minmax(0,1fr))_repeat(2,10rem)_minmax(0,1.5fr)_auto]">
      <Select label="What" value={chosen.what} onChange={(event) => onChange({ what: event.target.value })}>
        <option value="">All</option>
        {Object.entries(SUBJECTS).map(([subject, { plural }]) => (
          <option key={subject} value={subject}>
            {plural}
          </option>
        ))}
      </Select>
      <Select label="Who" value={chosen.who} onChange={(event) => onChange({ who: event.target.value })}>
        <option value="">Anyone</option>
        {actorOptions.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <DateField label="From" name="from" chosen={chosen} onChange={onChange} max={chosen.to} />
      <DateField label="To" name="to" chosen={chosen} onChange={onChange} min={chosen.from} />
      <SearchField
        term={chosen.search}
        onSearch={(search) => onChange({ search })}
        placeholder="Name or detail"
        className="col-span-2 md:col-span-1"
      />
      <Button
        variant="outline"
        onClick={() => onChange(Object.fromEntries(AUDIT_FILTERS.map((filter) => [filter, undefined])))}
        disabled={AUDIT_FILTERS.every((filter) => !chosen[filter])}
      >
        Clear filters
      </Button>
    </search>
  )
}

function DateField(
  props: FilterProps & {
    label: string
    name: 'from' | 'to'
    min?: string
    max?: string
  },
) {
  const { label, name, chosen, onChange, min, max } = props
  return (
    <TextField
      label={label}
      type="date"
      className="min-w-0 grid-cols-[minmax(0,1fr)]"
      value={toDateInputValue(chosen[name])}
      min={toDateInputValue(min)}
      max={toDateInputValue(max)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
}

/** A date field accepts dates only, and the URL can contain any text. */
const toDateInputValue = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : '')
