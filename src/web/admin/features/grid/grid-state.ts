import type { GridChange, GridItem, GridSaveReply } from '#contracts/bulk-data/grid.ts'
import {
  findCellProblem,
  findSpecificationProblem,
  GRID_CHOICES,
  type GridField,
} from '#contracts/bulk-data/grid-fields.ts'
import { isPriceOnRequest } from '#contracts/item/price-rules.ts'

/*
 * The state of the grid: pure functions. A column is a field, or 'specifications.{name}'. Only changed cells are kept
 * beside the items as they were loaded.
 */

/** Values by column. */
type Cells = Readonly<Record<string, string>>
interface CellEdit {
  id: string
  column: string
  value: string
}
interface Step extends CellEdit {
  before: string
}

/** Cells that both the user and someone else have changed. */
interface Conflict {
  by: string
  theirs: Cells
}

export interface GridState {
  /** The items as they are stored, in the order of the list. */
  items: readonly GridItem[]
  /** The changed cells by item. */
  edits: Readonly<Record<string, Cells>>
  /** Why the server refused cells. */
  problems: Readonly<Record<string, Cells>>
  conflicts: Readonly<Record<string, Conflict>>
  undoSteps: readonly (readonly Step[])[]
  redoSteps: readonly (readonly Step[])[]
}

export type GridAction =
  | { type: 'load'; items: readonly GridItem[] }
  | { type: 'edit'; cells: readonly CellEdit[] }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'saved'; sent: readonly GridChange[]; results: GridSaveReply['results'] }
  | { type: 'resolve'; id: string; column: string; keep: 'mine' | 'theirs' }

export const EMPTY_STATE: GridState = {
  items: [],
  edits: {},
  problems: {},
  conflicts: {},
  undoSteps: [],
  redoSteps: [],
}

const SPECIFICATION_PREFIX = 'specifications.'
export const toSpecificationColumn = (name: string): string => SPECIFICATION_PREFIX + name
const getSpecificationName = (column: string): string | undefined =>
  column.startsWith(SPECIFICATION_PREFIX) ? column.slice(SPECIFICATION_PREFIX.length) : undefined

/** Returns the stored value of a cell. */
export function getStoredValue(item: GridItem, column: string): string {
  const name = getSpecificationName(column)
  return name === undefined ? item.fields[column as GridField] : (item.specifications[name] ?? '')
}

export const getValue = (state: GridState, item: GridItem, column: string): string =>
  state.edits[item.id]?.[column] ?? getStoredValue(item, column)

/** Returns why a cell cannot be saved: a changed value that is invalid, or a refusal of the server. */
export function getProblem(state: GridState, id: string, column: string): string | undefined {
  const value = state.edits[id]?.[column]
  if (value === undefined) return undefined
  const isSpecification = getSpecificationName(column) !== undefined
  const invalid = isSpecification
    ? findSpecificationProblem(value)
    : findCellProblem(column as GridField, value)
  return invalid ?? state.problems[id]?.[column]
}

export function reduceGrid(state: GridState, action: GridAction): GridState {
  switch (action.type) {
    case 'load':
      return { ...EMPTY_STATE, items: action.items }
    case 'edit': {
      const steps = toSteps(state, action.cells)
      if (steps.length === 0) return state
      return { ...setCells(state, steps), undoSteps: [...state.undoSteps, steps], redoSteps: [] }
    }
    case 'undo': {
      const steps = state.undoSteps.at(-1)
      if (!steps) return state
      const reversed = steps.map((step) => ({ ...step, value: step.before }))
      return {
        ...setCells(state, reversed),
        undoSteps: state.undoSteps.slice(0, -1),
        redoSteps: [...state.redoSteps, steps],
      }
    }
    case 'redo': {
      const steps = state.redoSteps.at(-1)
      if (!steps) return state
      return {
        ...setCells(state, steps),
        undoSteps: [...state.undoSteps, steps],
        redoSteps: state.redoSteps.slice(0, -1),
      }
    }
    case 'saved':
      return action.results.reduce((next, result) => {
        const sent = action.sent.find(({ id }) => id === result.id)
        return sent ? applyResult(next, toCells(sent), result) : next
      }, state)
    case 'resolve':
      return resolve(state, action)
  }
}

function toSteps(state: GridState, cells: readonly CellEdit[]): Step[] {
  const items = new Map(state.items.map((item) => [item.id, item]))
  return cells.flatMap((cell) => {
    const item = items.get(cell.id)
    if (!item) return []
    const before = getValue(state, item, cell.column)
    return before === cell.value ? [] : { ...cell, before }
  })
}

function setCells(state: GridState, cells: readonly CellEdit[]): GridState {
  const items = new Map(state.items.map((item) => [item.id, item]))
  const edits: Record<string, Record<string, string>> = { ...state.edits }
  const problems: Record<string, Record<string, string>> = { ...state.problems }
  for (const { id, column, value } of cells) {
    edits[id] = { ...edits[id], [column]: value }
    const item = items.get(id)
    if (item && getStoredValue(item, column) === value) delete edits[id][column]
    if (Object.keys(edits[id]).length === 0) delete edits[id]
    if (problems[id]) {
      problems[id] = { ...problems[id] }
      delete problems[id][column]
    }
  }
  return { ...state, edits, problems }
}

const toCells = ({ fields, specifications }: GridChange): Cells => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(specifications).map(([name, value]) => [toSpecificationColumn(name), value]),
  ),
})

function applyResult(state: GridState, sent: Cells, result: GridSaveReply['results'][number]): GridState {
  const { id } = result
  if (result.status === 'deleted') {
    const reasons = mapCells(sent, () => 'This item was deleted. It cannot be saved.')
    return { ...state, problems: { ...state.problems, [id]: reasons } }
  }
  if (result.status === 'invalid') {
    const reasons = Object.fromEntries(result.problems.map(({ field, message }) => [field, message]))
    return { ...state, problems: { ...state.problems, [id]: reasons } }
  }
  const stored = state.items.find((item) => item.id === id)
  const { item } = result
  const edits: Record<string, string> = {}
  const theirs: Record<string, string> = {}
  for (const [column, mine] of Object.entries(state.edits[id] ?? {})) {
    const isSaved = result.status === 'saved' && sent[column] === mine
    const now = getStoredValue(item, column)
    if (isSaved || now === mine) continue
    edits[column] = mine
    if (stored && now !== getStoredValue(stored, column) && result.status === 'conflict') theirs[column] = now
  }
  const { [id]: _edits, ...otherEdits } = state.edits
  const { [id]: _problems, ...problems } = state.problems
  const { [id]: _conflict, ...otherConflicts } = state.conflicts
  const hasConflict = result.status === 'conflict' && Object.keys(theirs).length > 0
  return {
    ...state,
    items: state.items.map((other) => (other.id === id ? item : other)),
    edits: Object.keys(edits).length > 0 ? { ...otherEdits, [id]: edits } : otherEdits,
    problems,
    conflicts: hasConflict ? { ...otherConflicts, [id]: { by: result.by, theirs } } : otherConflicts,
  }
}

const mapCells = (cells: Cells, getText: () => string): Cells =>
  Object.fromEntries(Object.keys(cells).map((column) => [column, getText()]))

function resolve(
  state: GridState,
  { id, column, keep }: { id: string; column: string; keep: 'mine' | 'theirs' },
): GridState {
  const conflict = state.conflicts[id]
  const value = conflict?.theirs[column]
  if (!conflict || value === undefined) return state
  const { [column]: _resolved, ...theirs } = conflict.theirs
  const { [id]: _conflict, ...others } = state.conflicts
  const conflicts = Object.keys(theirs).length > 0 ? { ...others, [id]: { ...conflict, theirs } } : others
  const next = { ...state, conflicts }
  return keep === 'mine' ? next : reduceGrid(next, { type: 'edit', cells: [{ id, column, value }] })
}

/** Returns the changed cells that can be saved: items with an invalid cell or an open conflict wait. */
export function listSendable(state: GridState): GridChange[] {
  return state.items.flatMap((item) => {
    const edits = Object.entries(state.edits[item.id] ?? {})
    if (edits.length === 0 || state.conflicts[item.id]) return []
    if (edits.some(([column]) => getProblem(state, item.id, column))) return []
    const fields: GridChange['fields'] = {}
    const specifications: GridChange['specifications'] = {}
    for (const [column, value] of edits) {
      const name = getSpecificationName(column)
      if (name === undefined) fields[column as GridField] = value
      else specifications[name] = value
    }
    return { id: item.id, revision: item.revision, fields, specifications }
  })
}

/** How many cells are changed, and how many of them are invalid. */
export function countEdits(state: GridState): { changed: number; invalid: number } {
  let changed = 0
  let invalid = 0
  for (const [id, cells] of Object.entries(state.edits)) {
    for (const column of Object.keys(cells)) {
      changed++
      if (getProblem(state, id, column)) invalid++
    }
  }
  return { changed, invalid }
}

const MAX_SPECIFICATION_COLUMNS = 60
/** Returns the specification names of items, the most frequent first. */
export function listSpecificationNames(items: readonly GridItem[]): string[] {
  const counts = new Map<string, number>()
  for (const { specifications } of items)
    for (const name of Object.keys(specifications)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_SPECIFICATION_COLUMNS)
    .map(([name]) => name)
}

/** Returns the label of a value: 'Made to order' for 'made-to-order'. */
export const toLabel = (column: string, value: string): string =>
  GRID_CHOICES[column as GridField]?.[value] ?? value

const TRUE_TEXTS = new Set(['true', 'yes', 'y', '1', 'x'])
const FALSE_TEXTS = new Set(['false', 'no', 'n', '0', ''])

const PRICE_COLUMNS = new Set(['price', 'originalPrice'])
const CURRENCY = /^(?:₹|rs\b\.?|inr\b)\s*/i
const PRICE_ENDING = /\s*\/[-=]$/

/**
 * Returns the value of a text that was typed or pasted: the one with this label, a price without 'Rs.' and '/-', nothing for
 * 'On request', else the trimmed text.
 */
export function toCellValue(column: string, text: string): string {
  const entered = text.trim()
  if (PRICE_COLUMNS.has(column))
    return isPriceOnRequest(entered) ? '' : entered.replace(CURRENCY, '').replace(PRICE_ENDING, '')
  const choices = GRID_CHOICES[column as GridField]
  if (!choices) return entered
  const key = entered.toLowerCase()
  if (column === 'featured') return TRUE_TEXTS.has(key) ? 'true' : FALSE_TEXTS.has(key) ? 'false' : entered
  const found = Object.entries(choices).find(([value, label]) => value === key || label.toLowerCase() === key)
  return found ? found[0] : entered
}

/** An item as the grid shows it. */
export interface GridRow {
  id: string
  index: number
  values: Cells
  /** The changed cells, each with the reason if it is invalid. */
  changed: Readonly<Record<string, string | undefined>>
}

/** A rectangle of cells by index, its corners included. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** Returns the cells that pasted rows change, from the corner of a range. One value fills the whole range. */
export function spreadPasted<Value>(
  pasted: readonly (readonly Value[])[],
  range: CellRange,
): { row: number; column: number; value: Value }[] {
  const single = pasted.length === 1 && pasted[0]?.length === 1
  const [height, width] = single
    ? [range.bottom - range.top + 1, range.right - range.left + 1]
    : [pasted.length, Math.max(0, ...pasted.map((row) => row.length))]
  return Array.from({ length: height }, (_, row) => row).flatMap((row) =>
    Array.from({ length: width }, (_, column) => column).flatMap((column) => {
      const value = single ? pasted[0]?.[0] : pasted[row]?.[column]
      return value === undefined ? [] : { row: range.top + row, column: range.left + column, value }
    }),
  )
}
