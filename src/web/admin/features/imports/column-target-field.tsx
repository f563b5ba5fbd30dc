import { useId } from 'react'
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '#contracts/import-fields.ts'
import type { ColumnTarget, ImportColumn } from '#contracts/item-import.ts'
import { LIMITS } from '#contracts/limits.ts'
import { getColumnLetters } from './column-edits.ts'
import { FIELD_GROUPS } from './column-fields.ts'

interface ColumnTargetFieldProps {
  column: ImportColumn
  problem: string | undefined
  disabled: boolean
  onChange: (target: ColumnTarget) => void
}

/** What a column is used as: a field, a specification with a name, or nothing. */
export function ColumnTargetField({ column, problem, disabled, onChange }: ColumnTargetFieldProps) {
  const id = useId()
  const { index, title, target } = column
  const label = `Column ${getColumnLetters(index)}${title ? `, ${title}` : ''}`
  const choose = (value: string) => {
    if (value === 'specification')
      onChange({ type: 'specification', name: title.trim().slice(0, LIMITS.specificationKeyLength) })
    else if (isField(value)) onChange({ type: 'field', field: value })
    else onChange({ type: 'ignored' })
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
            onChange={(event) => onChange({ type: 'specification', name: event.target.value })}
            {...problemProps}
          />
        )}
      </div>
      {problem && (
        <p id={id} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

const isField = (value: string): value is ImportField => (IMPORT_FIELD_NAMES as string[]).includes(value)
