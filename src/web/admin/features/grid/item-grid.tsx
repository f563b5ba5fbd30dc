import 'react-data-grid/lib/styles.css'
import papaparse from 'papaparse'
import { type ClipboardEvent, useMemo, useRef, useState } from 'react'
import { type CellKeyboardEvent, type CellKeyDownArgs, DataGrid, type DataGridHandle } from 'react-data-grid'
import type { GridItem } from '#contracts/bulk-data/grid.ts'
import { showToast } from '#web/lib/toast.ts'
import { createColumns, listColumnKeys } from './grid-columns.tsx'
import {
  type CellRange,
  type GridAction,
  type GridRow,
  type GridState,
  getProblem,
  getStoredValue,
  listSpecificationNames,
  spreadPasted,
  toCellValue,
  toLabel,
} from './grid-state.ts'

interface ItemGridProps {
  state: GridState
  dispatch: (action: GridAction) => void
  onSave: () => void
}

interface Position {
  row: number
  column: number
}

const MOVES: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The grid with ranges, clipboard, fill down, undo and redo, which the library does not have. */
export function ItemGrid({ state, dispatch, onSave }: ItemGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const [active, setActive] = useState<Position>({ row: 0, column: 0 })
  /** The corner of the range opposite the active cell. */
  const [corner, setCorner] = useState<Position>({ row: 0, column: 0 })
  // The names as loaded: a column must not disappear while its cells are edited.
  const [specificationNames] = useState(() => listSpecificationNames(state.items))
  const keys = useMemo(() => listColumnKeys(specificationNames), [specificationNames])
  const range = toRange(active, corner)
  const { top, bottom, left, right } = range
  const columns = useMemo(
    () => createColumns(specificationNames, { top, bottom, left, right }),
    [specificationNames, top, bottom, left, right],
  )
  const [unchangedRows] = useState(() => new WeakMap<GridItem, GridRow>())
  const rows = useMemo(() => createRows(state, keys, unchangedRows), [state, keys, unchangedRows])

  const edit = (cells: { row: number; column: number; value: string }[]) =>
    dispatch({
      type: 'edit',
      cells: cells.flatMap(({ row, column, value }) => {
        const [id, key] = [rows[row]?.id, keys[column]]
        return id === undefined || key === undefined
          ? []
          : { id, column: key, value: toCellValue(key, value) }
      }),
    })
  const getText = (row: number, column: number) => rows[row]?.values[keys[column]!] ?? ''
  const listRange = () => {
    const cells: Position[] = []
    for (let row = range.top; row <= range.bottom; row++)
      for (let column = range.left; column <= range.right; column++) cells.push({ row, column })
    return cells
  }
  const extend = ([rowStep, columnStep]: [number, number]) => {
    const next = {
      row: clamp(corner.row + rowStep, rows.length),
      column: clamp(corner.column + columnStep, keys.length),
    }
    setCorner(next)
    grid.current?.scrollToCell({ rowIdx: next.row, idx: next.column })
  }
  const commands: Record<string, () => void> = {
    d: () => edit(listRange().map((cell) => ({ ...cell, value: getText(range.top, cell.column) }))),
    z: () => dispatch({ type: 'undo' }),
    y: () => dispatch({ type: 'redo' }),
    s: onSave,
  }
  const onKeyDown = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    if (args.mode === 'EDIT') {
      // As in a spreadsheet; choosing another cell saves what was typed.
      if (event.key !== 'Enter' || args.rowIdx === rows.length - 1) return
      event.preventGridDefault()
      grid.current?.selectCell({ rowIdx: args.rowIdx + 1, idx: args.column.idx }, { shouldFocusCell: true })
      return
    }
    const isCommand = event.ctrlKey || event.metaKey
    const command = isCommand && !event.altKey ? commands[event.key.toLowerCase()] : undefined
    const move = event.shiftKey && !isCommand ? MOVES[event.key] : undefined
    if (command) {
      if (event.shiftKey && event.key.toLowerCase() === 'z') dispatch({ type: 'redo' })
      else command()
    } else if (move) extend(move)
    else if (event.key === 'Delete' || event.key === 'Backspace')
      edit(listRange().map((cell) => ({ ...cell, value: '' })))
    else return
    event.preventDefault()
    event.preventGridDefault()
  }
  const copy = (event: ClipboardEvent) => {
    const lines: string[][] = []
    for (let row = range.top; row <= range.bottom; row++)
      lines.push(
        keys.slice(range.left, range.right + 1).map((key) => toLabel(key, rows[row]?.values[key] ?? '')),
      )
    event.clipboardData.setData('text/plain', papaparse.unparse(lines, { delimiter: '\t', newline: '\n' }))
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
    event.preventDefault()
    const { data } = papaparse.parse<string[]>(text, { delimiter: '\t' })
    const cells = spreadPasted(data, range)
    const outside = cells.filter(({ row, column }) => row >= rows.length || column >= keys.length).length
    edit(cells)
    const last = cells.at(-1)
    if (last) setCorner({ row: clamp(last.row, rows.length), column: clamp(last.column, keys.length) })
    if (outside > 0)
      showToast({
        variant: 'destructive',
        title: `${outside} pasted cells did not fit`,
        description: 'The grid has no more rows or columns there. Undo with Ctrl+Z.',
      })
  }
  const activeRow = rows[active.row]
  const activeProblem = activeRow?.changed[keys[active.column]!]
  return (
    <>
      <DataGrid
        ref={grid}
        aria-label="Items"
        className="item-grid"
        columns={columns}
        rows={rows}
        rowKeyGetter={({ id }) => id}
        onSelectedCellChange={({ rowIdx, column }) => {
          const position = { row: Math.max(rowIdx, 0), column: column.idx }
          setActive(position)
          setCorner(position)
        }}
        onRowsChange={(changedRows, { indexes, column }) =>
          edit(
            indexes.map((row) => ({
              row,
              column: column.idx,
              value: changedRows[row]?.values[column.key] ?? '',
            })),
          )
        }
        onCellMouseDown={({ rowIdx, column }, event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          event.preventGridDefault()
          setCorner({ row: rowIdx, column: column.idx })
        }}
        onCellKeyDown={onKeyDown}
        onCellCopy={(_args, event) => copy(event)}
        onCellPaste={({ row }, event) => {
          paste(event)
          return row
        }}
      />
      <p role="status" className="min-h-6 pt-1 text-danger text-sm">
        {activeProblem}
      </p>
    </>
  )
}

const toRange = (a: Position, b: Position): CellRange => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

const clamp = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1))

/** Returns the rows. Those without changes are the same objects as before, so that the grid does not render them again. */
function createRows(
  state: GridState,
  keys: readonly string[],
  unchangedRows: WeakMap<GridItem, GridRow>,
): GridRow[] {
  return state.items.map((item, index) => {
    const unchanged = unchangedRows.get(item) ?? {
      id: item.id,
      index,
      values: Object.fromEntries(keys.map((key) => [key, getStoredValue(item, key)])),
      changed: {},
    }
    unchangedRows.set(item, unchanged)
    const edits = state.edits[item.id]
    if (!edits) return unchanged
    const problems = Object.keys(edits).map((column) => [column, getProblem(state, item.id, column)])
    return { ...unchanged, values: { ...unchanged.values, ...edits }, changed: Object.fromEntries(problems) }
  })
}
