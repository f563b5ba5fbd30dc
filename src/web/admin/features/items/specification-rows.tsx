import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { Specifications } from '#contracts/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { INPUT } from '../../../ui/field.tsx'

/** The rows a new form starts with (row FRM-2). */
export const emptyRows = (): Specifications =>
  Array.from({ length: LIMITS.startSpecificationRows }, () => ['', ''])

/** The first name that two filled-in rows share: one of them would be lost. */
export function nameUsedTwice(rows: Specifications): string | undefined {
  const names = rows.filter(([, value]) => value.trim()).map(([key]) => key.trim())
  return names.find((name, index) => name && names.indexOf(name) !== index)
}

interface SpecificationRowsProps {
  rows: Specifications
  onChange: (rows: Specifications) => void
  /** The first rows that must be filled in and cannot be removed. */
  required: number
}

/** Name and value pairs, as many as needed. */
export function SpecificationRows({ rows, onChange, required }: SpecificationRowsProps) {
  const id = useId()
  const set = (index: number, part: 0 | 1, text: string) =>
    onChange(
      rows.map((row, at): [string, string] =>
        at !== index ? row : part === 0 ? [text, row[1]] : [row[0], text],
      ),
    )
  return (
    <div className="grid gap-2">
      {rows.map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place; its texts may repeat
        <div key={`${id}-${index}`} className="grid grid-cols-[1fr_1.2fr_auto] gap-2">
          <input
            aria-label={`Specification ${index + 1} name`}
            placeholder="Name"
            value={key}
            required={index < required}
            maxLength={LIMITS.specificationKeyLength}
            onChange={(event) => set(index, 0, event.target.value)}
            className={INPUT}
          />
          <input
            aria-label={`Specification ${index + 1} value`}
            placeholder="Value"
            value={value}
            required={index < required}
            maxLength={LIMITS.specificationValueLength}
            onChange={(event) => set(index, 1, event.target.value)}
            className={INPUT}
          />
          <IconButton
            label={`Remove specification ${index + 1}`}
            variant="ghost"
            disabled={rows.length <= required}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Trash2 aria-hidden="true" size={18} />
          </IconButton>
        </div>
      ))}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...rows, ['', '']])}
      >
        <Plus aria-hidden="true" size={16} /> Add Specification
      </Button>
    </div>
  )
}
