import { useQuery } from '@tanstack/react-query'
import { TextField } from '#web/ui/field.tsx'
import { FilterSelect } from '../../list/list-screen.tsx'
import type { List } from '../../list/use-list.ts'
import { actorsQuery } from './queries.ts'
import { SUBJECTS } from './subjects.ts'

const SUBJECT_LABELS = Object.fromEntries(
  Object.entries(SUBJECTS).map(([subject, { plural }]) => [subject, plural]),
)

/** The filters of the audit log by subject, person and days. */
export function AuditFilters({ list }: { list: List }) {
  const { data: actors = [] } = useQuery(actorsQuery)
  const { who, from, to } = list.filters
  // A name in the URL that is not in the list is shown as well.
  const names = who && !actors.includes(who) ? [who, ...actors] : actors
  return (
    <>
      <FilterSelect list={list} name="what" label="What" all="All" options={SUBJECT_LABELS} />
      <FilterSelect
        list={list}
        name="who"
        label="Who"
        all="Anyone"
        options={Object.fromEntries(names.map((name) => [name, name]))}
      />
      <DateField list={list} label="From" name="from" max={to} />
      <DateField list={list} label="To" name="to" min={from} />
    </>
  )
}

interface DateFieldProps {
  list: List
  label: string
  name: 'from' | 'to'
  min?: string | undefined
  max?: string | undefined
}

function DateField({ list, label, name, min, max }: DateFieldProps) {
  return (
    <TextField
      label={label}
      type="date"
      className="w-40 min-w-0 grid-cols-[minmax(0,1fr)] max-md:w-full"
      value={toDateInputValue(list.filters[name])}
      min={toDateInputValue(min)}
      max={toDateInputValue(max)}
      onChange={({ target }) => list.change({ [name]: target.value })}
    />
  )
}

/** A date field accepts dates only, and the URL can contain any text. */
const toDateInputValue = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : '')
