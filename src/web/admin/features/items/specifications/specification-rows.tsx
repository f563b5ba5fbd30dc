import { arrayMove } from '@dnd-kit/sortable'
import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, useId, useRef } from 'react'
import { LIMITS } from '#contracts/limits.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Sortable, useSortableItem } from '#web/ui/sortable/sortable.tsx'
import { createEmptyRow, type SpecificationRow } from '../form/item-form-values.ts'
import { parseTable, pasteTable } from './paste-table.ts'

interface SpecificationRowsProps {
  rows: SpecificationRow[]
  onChange: (change: (rows: SpecificationRow[]) => SpecificationRow[]) => void
  /**
   * The number of rows that must be complete and cannot be removed ([FRM-2]). With 0, a row is added only below a complete
   * one ([FRM-8]).
   */
  required: number
  /** Suggested names: those in use. */
  names: string[]
  /** What stands beside the names: the values of an item, or the units of a template, which may be empty. */
  column?: 'value' | 'unit'
}

/** Name and value pairs in their order of display. Pasting a table from Excel fills them. */
export function SpecificationRows({
  rows,
  onChange,
  required,
  names,
  column = 'value',
}: SpecificationRowsProps) {
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const addRow = () => {
    const last = rows.at(-1)
    if (required > 0 || !last || (last.key.trim() && (column === 'unit' || last.value.trim())))
      onChange((present) => [...present, createEmptyRow()])
    else focusEmptyInput(list.current?.lastElementChild)
  }
  const remove = (row: SpecificationRow, index: number) => {
    onChange((present) => present.filter(({ id }) => id !== row.id))
    if (!row.key.trim() && !row.value.trim()) return
    const undo = () => onChange((present) => [...present.slice(0, index), row, ...present.slice(index)])
    showToast({
      title: 'Specification removed',
      description: row.key || row.value,
      action: { label: 'Undo', run: undo },
    })
  }
  return (
    <div className="grid gap-2">
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Sortable
        ids={rows.map(({ id }) => id)}
        itemLabel="Specification"
        layout="list"
        onMove={(from, to) => onChange((present) => arrayMove(present, from, to))}
      >
        <ul ref={list} className="grid gap-2">
          {rows.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              number={index + 1}
              listId={listId}
              column={column}
              required={index < required && !row.suggested}
              onChange={(changes) =>
                onChange((present) =>
                  present.map((other) => (other.id === row.id ? changeRow(other, changes) : other)),
                )
              }
              onPaste={(column, table) => {
                onChange((present) => pasteTable(present, { index, column }, table))
                showToast({ title: `${table.length} rows pasted` })
              }}
              onRemove={rows.length > required ? () => remove(row, index) : undefined}
            />
          ))}
        </ul>
      </Sortable>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={rows.length >= LIMITS.specifications}
        onClick={addRow}
      >
        <Plus aria-hidden="true" size={16} /> Add Specification
      </Button>
    </div>
  )
}

/** A row whose name is changed is no longer the one that the template suggested. */
function changeRow({ suggested, unit, ...row }: SpecificationRow, changes: Partial<SpecificationRow>) {
  if (changes.key !== undefined) return { ...row, ...changes }
  return { ...row, ...(suggested && { suggested }), ...(unit && { unit }), ...changes }
}

/** Adds the usual unit to a plain number. */
const withUnit = (value: string, unit: string | undefined): string =>
  unit && /^\d[\d,]*(?:\.\d+)?$/.test(value.trim()) ? `${value.trim()} ${unit}` : value

const focusEmptyInput = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll('input') ?? [])].find(({ value }) => !value.trim())?.focus()

interface RowProps {
  row: SpecificationRow
  number: number
  listId: string
  column: 'value' | 'unit'
  required: boolean
  onChange: (changes: Partial<SpecificationRow>) => void
  onPaste: (column: 'key' | 'value', table: string[][]) => void
  /** Undefined if the row cannot be removed. */
  onRemove: (() => void) | undefined
}

function Row({ row, number, listId, column, required, onChange, onPaste, onRemove }: RowProps) {
  const { element, handle } = useSortableItem(row.id, `Move specification ${number}`)
  const createPasteHandler = (column: 'key' | 'value') => (event: ClipboardEvent) => {
    const table = parseTable(event.clipboardData.getData('text/plain'))
    if (!table) return
    event.preventDefault()
    onPaste(column, table)
  }
  return (
    <li
      {...element}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 gap-y-1 border-line border-b pb-2 data-dragging:bg-marine-soft sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.2fr)_auto] sm:gap-x-2 sm:border-b-0 sm:pb-0"
    >
      {handle}
      <input
        aria-label={`Specification ${number} name`}
        placeholder="Name"
        list={listId}
        value={row.key}
        required={required}
        maxLength={LIMITS.specificationKeyLength}
        onChange={(event) => onChange({ key: event.target.value })}
        onPaste={createPasteHandler('key')}
        className="field"
      />
      <input
        aria-label={`Specification ${number} ${column}`}
        placeholder={column === 'unit' ? 'Unit' : row.unit ? `Value in ${row.unit}` : 'Value'}
        value={row.value}
        required={required}
        maxLength={column === 'unit' ? LIMITS.specificationUnitLength : LIMITS.specificationValueLength}
        onChange={(event) => onChange({ value: event.target.value })}
        onBlur={() => {
          const value = withUnit(row.value, row.unit)
          if (value !== row.value) onChange({ value })
        }}
        onPaste={createPasteHandler('value')}
        className="field col-start-2 sm:col-start-auto"
      />
      <IconButton
        label={`Remove specification ${number}`}
        variant="ghost"
        disabled={!onRemove}
        onClick={onRemove}
        className="col-start-3 row-start-1 sm:col-start-auto sm:row-start-auto"
      >
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </li>
  )
}
