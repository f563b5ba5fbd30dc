import type { RenderEditCellProps } from 'react-data-grid'
import { GRID_CHOICES, type GridField } from '#contracts/bulk-data/grid-fields.ts'
import type { GridRow } from './grid-state.ts'

const EDITOR_CLASS =
  'size-full border-0 bg-surface px-2 text-compact outline-2 outline-link -outline-offset-2'

/** The editor of a text. Its text is selected, so that typing replaces it. */
export function TextEditor({ row, column, onRowChange, onClose }: RenderEditCellProps<GridRow>) {
  return (
    <input
      ref={focusAndSelect}
      aria-label={String(column.name)}
      className={EDITOR_CLASS}
      value={row.values[column.key] ?? ''}
      onChange={({ target: { value } }) =>
        onRowChange({ ...row, values: { ...row.values, [column.key]: value } })
      }
      onBlur={() => onClose(true, false)}
    />
  )
}

/** The editor of a field with fixed choices. */
export function ChoiceEditor({ row, column, onRowChange, onClose }: RenderEditCellProps<GridRow>) {
  const value = row.values[column.key] ?? ''
  const choices = GRID_CHOICES[column.key as GridField] ?? {}
  return (
    <select
      ref={(element) => element?.focus()}
      aria-label={String(column.name)}
      className={EDITOR_CLASS}
      value={value}
      onChange={({ target }) =>
        onRowChange({ ...row, values: { ...row.values, [column.key]: target.value } }, true)
      }
      onBlur={() => onClose(true, false)}
    >
      {!(value in choices) && <option value={value}>{value}</option>}
      {Object.entries(choices).map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label || 'Not stated'}
        </option>
      ))}
    </select>
  )
}

function focusAndSelect(element: HTMLInputElement | null): void {
  if (!element || document.activeElement === element) return
  element.focus()
  element.select()
}
