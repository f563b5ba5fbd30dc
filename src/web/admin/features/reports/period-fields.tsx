import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import type { ListParamChanges } from '../../list/use-list-params.ts'
import { PERIOD_LABELS, PERIODS } from './periods.ts'
import type { PeriodParams } from './report-params.ts'

/** The choice of the period; own days have two fields, which are applied together. */
export function PeriodFields({
  days: { period, from, to },
  onChange,
}: {
  days: PeriodParams
  onChange: (changes: ListParamChanges) => void
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    onChange({ from: String(fields.get('from')), to: String(fields.get('to')) })
  }
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Select
        label="Period"
        value={period}
        className="w-52"
        onChange={({ target }) =>
          onChange(
            target.value === 'own'
              ? { period: 'own', from, to }
              : { period: target.value, from: undefined, to: undefined },
          )
        }
      >
        {PERIODS.map((name) => (
          <option key={name} value={name}>
            {PERIOD_LABELS[name]}
          </option>
        ))}
      </Select>
      {period === 'own' && (
        <form key={`${from} ${to}`} onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <TextField label="From" name="from" type="date" required defaultValue={from} />
          <TextField label="To" name="to" type="date" required defaultValue={to} />
          <Button type="submit" variant="outline">
            Show
          </Button>
        </form>
      )}
    </div>
  )
}
