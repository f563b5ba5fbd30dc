import { useId } from 'react'
import { countOf } from '#contracts/format.ts'
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '#contracts/import-fields.ts'
import type { ColumnTarget, ImportColumn } from '#contracts/item-import.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { getColumnLetters } from './column-edits.ts'
import { FIELD_GROUPS } from './column-fields.ts'

interface ColumnTargetFieldProps {
  column: ImportColumn
  problem: string | undefined
  disabled: boolean
  /** The columns of the same title in all sheets, this one included. */
  same: ImportColumn[]
  onChange: (columns: ImportColumn[], target: ColumnTarget) => void
}

/** What a column is used as: a field, a specification with a name, or nothing. */
export function ColumnTargetField({ column, problem, disabled, same, onChange }: ColumnTargetFieldProps) {
  const id = useId()
  const { index, title, target } = column
  const label = `Column ${getColumnLetters(index)}${title ? `, ${title}` : ''}`
  const change = (changed: ColumnTarget) => onChange([column], changed)
  const others = same.filter((each) => JSON.stringify(each.target) !== JSON.stringify(target))
  const choose = (value: string) => {
    if (value === 'specification')
      change({ type: 'specification', name: title.trim().slice(0, LIMITS.specificationKeyLength) })
    else if (isField(value)) change({ type: 'field', field: value })
    else change({ type: 'ignored' })
  }
  const problemProps = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? id : undefined,
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={`${label}: used as`}
          className="field min-w-44 max-w-64 flex-1"
          value={target.type === 'field' ? target.field : target.type}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
          {...problemProps}
        >
          <option value="ignored">Ignore</option>
          <option value="specification">Specification ...</option>
          {FIELD_GROUPS.map(([group, fields]) => (
            <optgroup key={group} label={group}>
              {fields.map((field) => (
                <option key={field} value={field}>
                  {IMPORT_FIELDS[field].label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {target.type === 'specification' && (
          <input
            aria-label={`${label}: name of the specification`}
            placeholder="Name"
            className="field min-w-40 max-w-64 flex-1"
            value={target.name}
            maxLength={LIMITS.specificationKeyLength}
            disabled={disabled}
            onChange={(event) => change({ ...target, name: event.target.value })}
            {...problemProps}
          />
        )}
        {others.length > 0 && !disabled && (
          <Button variant="outline" size="sm" onClick={() => onChange(others, target)}>
            {`Use for ${countOf(others.length, 'other sheet')}`}
          </Button>
        )}
      </div>
      {target.type === 'specification' && target.unit && (
        <p className="text-muted text-sm">{`Numbers get the unit ${target.unit}.`}</p>
      )}
      {problem && (
        <p id={id} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

const isField = (value: string): value is ImportField => (IMPORT_FIELD_NAMES as string[]).includes(value)
