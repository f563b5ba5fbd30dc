import { setImmediate as nextTurn } from 'node:timers/promises'
import { IMPORT_FIELDS, type ImportField, type RelationField } from '#contracts/bulk-data/import-fields.ts'
import type { ImportColumn, ImportOptions, ImportSheet } from '#contracts/bulk-data/item-import.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { isLargePriceChange } from '#contracts/item/price-rules.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { isAsExported } from '../export/columns.ts'
import { EMPTY_CELL } from '../item/cells/cell-value.ts'
import type { ItemDraft } from '../item/draft.ts'
import { checkImportedDraft, normalizeCategory } from '../item/rules.ts'
import { listCategories } from '../item-api/store-admin.ts'
import { type StoredItem, toCodeKey } from '../items/store.ts'
import {
  findTargets,
  isSameReference,
  listReferences,
  type References,
  type ReferenceValue,
  resolveReferences,
  type Targets,
} from '../relations/references.ts'
import { type Choices, mapSheet, type SheetMapping } from './mapping.ts'
import {
  type Candidates,
  findCandidates,
  findExported,
  matchItem,
  type SnapshotSource,
  toNameKey,
} from './match.ts'
import { formatReference, type TableRow } from './reading/cells.ts'
import { isRowWithoutItem } from './reading/find-header.ts'
import { readTable } from './reading/read-table.ts'
import { applyValues, keepEdited, listChanges, type ParsedRow, parseRow } from './row-values.ts'
import {
  addProgress,
  deleteSomeRows,
  findMapping,
  insertRows,
  type StoredRow,
  updateImport,
} from './store.ts'
import { findKinds } from './store-candidates.ts'

/** Rows that are compared with the database at a time. */
const BATCH_SIZE = 250
/** Row numbers that are stored of the rows without an item. */
const MAX_LEFT_OUT_ROWS = 20
/** Items that are named because their price changes by more than 50 %. */
const MAX_LARGE_CHANGES = 20
/** The header is looked for in these first rows of a sheet. */
const HEADER_ROWS = 50

interface ReadTask {
  importId: string
  path: string
  fileName: string
  options: ImportOptions
  choices: Choices
  signal: AbortSignal
}

/** A row as it was read, of which it is planned what it would change. */
interface RowPlan extends ParsedRow {
  position: number
  kind: Kind
  row: TableRow
  columns: SheetMapping['columns']
}

/**
 * Reads a file and stores for each of its rows what it would change. Items are only read. The import is then 'ready', or
 * in 'mapping' if the kind of a sheet or the column of the price is not known. Throws `ImportFileError` for a file that cannot be imported.
 */
export async function readImport(db: Db, task: ReadTask): Promise<void> {
  const { importId, signal } = task
  while (await inTransaction(db, (tx) => deleteSomeRows(tx, importId))) await nextTurn()
  const comparison = new Comparison(db, task)
  const excluded = new Set(task.choices.sheets?.flatMap((sheet) => (sheet.kind === null ? sheet.name : [])))
  const sheets: ImportSheet[] = []
  const columns: SheetMapping['columns'] = []
  let batch: RowPlan[] = []
  let position = 0
  for await (const { name, firstRows, rows } of groupBySheet(
    readTable(task.path, task.fileName, { signal }),
  )) {
    const mapping = await mapSheet(name, firstRows, {
      choices: task.choices,
      findMapping: (header) => findMapping(db, header),
      findKinds: (keys) => findKinds(db, keys),
    })
    const leftOut: NonNullable<ImportSheet['leftOut']> = { count: 0, rows: [] }
    const sheet: ImportSheet = {
      name,
      headerRow: mapping?.headerRow ?? 0,
      kind: mapping?.kind ?? null,
      rows: 0,
      leftOut,
    }
    sheets.push(sheet)
    columns.push(...(mapping?.columns ?? []))
    for await (const row of rows) {
      if (!mapping || row.row <= mapping.headerRow) continue
      if (isRowWithoutItem(row.cells, mapping.columns)) {
        leftOut.count++
        if (leftOut.rows.length < MAX_LEFT_OUT_ROWS) leftOut.rows.push(row.row)
        continue
      }
      sheet.rows++
      if (excluded.has(name)) continue
      const parsed = parseRow(mapping.columns, row, task.options)
      const kind = parsed.kind ?? mapping.kind
      if (!kind) continue
      batch.push({ ...parsed, position: position++, kind, row, columns: mapping.columns })
      if (batch.length < BATCH_SIZE) continue
      await comparison.store(batch)
      batch = []
      signal.throwIfAborted()
    }
  }
  await comparison.store(batch)
  for (const sheet of sheets) {
    const { names, count, zero } = comparison.suspectPrices.get(sheet.name) ?? {}
    if (count) Object.assign(sheet, { largePriceChanges: names, largePriceChangeCount: count })
    if (zero) sheet.zeroPrices = zero
  }
  const hasItems = sheets.some(({ kind, rows }) => kind !== null && rows > 0)
  // A cover or a list of conditions beside sheets with items needs no answer.
  const isListOfItems = (name: string) => columns.some((column) => column.sheet === name && isKey(column))
  const isUnknown = sheets.some(
    ({ name, kind, rows }) =>
      kind === null && rows > 0 && !excluded.has(name) && (!hasItems || isListOfItems(name)),
  )
  const isPriceUnknown = sheets.some(
    ({ name, kind, rows }) =>
      kind !== null &&
      rows > 0 &&
      columns.some(({ sheet, note }) => sheet === name && note === 'priceCandidate'),
  )
  await inTransaction(db, (tx) =>
    updateImport(tx, importId, {
      state: isUnknown || isPriceUnknown || (!hasItems && position === 0) ? 'mapping' : 'ready',
      sheets_json: JSON.stringify(sheets),
      columns_json: JSON.stringify(columns),
      rows_total: position,
    }),
  )
}

/** Whether items are found by the column. */
const isKey = ({ target }: ImportColumn): boolean =>
  target.type === 'field' && ['id', 'code', 'name'].includes(target.field)

interface SheetRows {
  name: string
  firstRows: TableRow[]
  /** All rows, the first ones included. */
  rows: AsyncIterable<TableRow>
}

/** Divides the rows of a file by sheet, so that the header of a sheet is known before its rows are read. */
async function* groupBySheet(table: AsyncGenerator<TableRow>): AsyncGenerator<SheetRows> {
  let next = await table.next()
  while (!next.done) {
    const name = next.value.sheet
    const firstRows: TableRow[] = []
    while (!next.done && next.value.sheet === name && firstRows.length < HEADER_ROWS) {
      firstRows.push(next.value)
      next = await table.next()
    }
    async function* iterate(): AsyncGenerator<TableRow> {
      yield* firstRows
      while (!next.done && next.value.sheet === name) {
        yield next.value
        next = await table.next()
      }
    }
    yield { name, firstRows, rows: iterate() }
  }
}

class Comparison {
  readonly #db: Db
  readonly #task: ReadTask
  /** The rows that are about an item, or create one, by what identifies it: each item can be in the file once. */
  readonly #rowByItem = new Map<string, number>()
  readonly #categories = new Map<Kind, string[]>()
  readonly suspectPrices = new Map<string, { names: string[]; count: number; zero: number }>()

  constructor(db: Db, task: ReadTask) {
    this.#db = db
    this.#task = task
  }

  async store(batch: RowPlan[]): Promise<void> {
    if (batch.length === 0) return
    const found = await findCandidates(
      this.#db,
      batch.map(({ key }) => key),
    )
    const candidates = { ...found, ...(await findRelationSources(this.#db, batch, found)) }
    const rows: StoredRow[] = []
    for (const row of batch) rows.push(await this.#compare(row, candidates))
    await inTransaction(this.#db, async (tx) => {
      await insertRows(tx, this.#task.importId, rows)
      await addProgress(tx, this.#task.importId, rows.length)
    })
    await nextTurn()
  }

  async #compare(asRead: RowPlan, candidates: Sources): Promise<StoredRow> {
    const { kind, row, key } = asRead
    const match = matchItem(kind, key, candidates)
    if ('problem' in match) {
      // A name that cannot be read is the reason why there is none.
      const { problems, cells } = asRead
      const cell = cells[match.of] ?? findCell(asRead, match.of)
      const isReason = problems.some((problem) => problem.cell === cell)
      return refuse(
        asRead,
        undefined,
        isReason ? problems : [...problems, toProblem(row, cell, match.problem)],
      )
    }
    const { item } = match
    const exported = item && (findExported(item, key, candidates) ?? item)
    const plan = exported ? { ...asRead, ...this.#parseEdited(asRead, exported), kind, key } : asRead
    const problems = [...plan.problems]
    const duplicate = this.#findDuplicate(plan, item)
    if (duplicate) problems.push(duplicate)
    const owner = key.code === null ? undefined : candidates.byCode.get(toCodeKey(key.code))
    if (owner && owner.id !== item?.id)
      problems.push(toProblem(row, plan.cells.code, `the code '${key.code}' belongs to '${owner.name}'`))
    problems.push(...resolveRelations(plan, item, candidates))
    if (problems.length > 0) return refuse(plan, item, problems)
    return this.#compareWith(item, plan, candidates)
  }

  async #compareWith(item: StoredItem | undefined, plan: RowPlan, candidates: Sources): Promise<StoredRow> {
    const { kind, row, key, values: asRead } = plan
    const { revision } = key
    const isOlder = item !== undefined && revision !== null && revision !== item.revision
    const exported = isOlder ? findExported(item, key, candidates) : undefined
    const values = exported ? keepEdited(kind, exported, plan) : asRead
    const withCategory =
      !item && this.#task.options.sheetCategory && values.fields.category === undefined
        ? { ...values, fields: { ...values.fields, category: row.sheet.slice(0, LIMITS.categoryLength) } }
        : values
    const normalized = { ...plan, values: await this.#normalizeCategory(kind, withCategory) }
    const draft = applyValues(kind, item, normalized.values, this.#task.options)
    const problem = findProblem(kind, draft)
    if (problem) return refuse(plan, item, [toProblem(row, undefined, problem)])
    this.#countPrices(row.sheet, item, draft, values.fields.price)
    const changes = [
      ...listChanges(item, draft, normalized),
      ...listRelationChanges(item, normalized, candidates.references),
    ]
    const state = !item ? 'created' : changes.length === 0 ? 'unchanged' : isOlder ? 'conflict' : 'changed'
    // Nothing will be written: the values would only take space.
    const { values: changed, cells } = state === 'unchanged' ? EMPTY : normalized
    return { ...toStoredRow(plan, item), values: changed, cells, state, name: draft.name, changes }
  }

  /** Notes prices that are probably wrong. */
  #countPrices(
    sheet: string,
    item: StoredItem | undefined,
    { name, pricePaise }: ItemDraft,
    stated: number | null | undefined,
  ): void {
    const found = this.suspectPrices.get(sheet) ?? { names: [], count: 0, zero: 0 }
    this.suspectPrices.set(sheet, found)
    if (stated === 0 && item?.pricePaise !== 0) found.zero++
    if (!item || !isLargePriceChange(item.pricePaise, pricePaise)) return
    found.count++
    if (found.names.length < MAX_LARGE_CHANGES) found.names.push(name)
  }

  /** Reads the cells that differ from the export of an item: the others need not be readable. */
  #parseEdited({ row, columns }: RowPlan, exported: ItemDraft): ParsedRow {
    const edited = columns.filter(
      ({ index, target }) =>
        target.type !== 'ignored' && !isAsExported(target, (row.cells[index] ?? EMPTY_CELL).text, exported),
    )
    return parseRow(edited, row, this.#task.options)
  }

  /** Another row that is about the same item, or would create one of the same code or name. */
  #findDuplicate({ kind, row, key: { code, name }, cells }: RowPlan, item: StoredItem | undefined) {
    const identity = item ? item.id : code === null ? toNameKey(kind, name ?? '') : `code ${toCodeKey(code)}`
    const other = this.#rowByItem.get(identity)
    if (other === undefined) {
      this.#rowByItem.set(identity, row.row)
      return undefined
    }
    return toProblem(row, cells.code ?? cells.name, `row ${other} is about the same item`)
  }

  /** Writes a category as the existing ones are written. */
  async #normalizeCategory(kind: Kind, values: ParsedRow['values']): Promise<ParsedRow['values']> {
    const { category } = values.fields
    if (!category) return values
    let categories = this.#categories.get(kind)
    if (!categories) {
      categories = (await listCategories(this.#db, kind)).map((existing) => existing.name)
      this.#categories.set(kind, categories)
    }
    const normalized = normalizeCategory(kind, category, categories)
    if (!categories.includes(normalized)) categories.push(normalized)
    return { ...values, fields: { ...values.fields, category: normalized } }
  }
}

/** The relations of the items of a batch, and the items that its cells name. */
interface RelationSource {
  references: ReadonlyMap<string, References>
  targets: Targets
}

type Sources = Candidates & SnapshotSource & RelationSource

async function findRelationSources(
  db: Db,
  batch: RowPlan[],
  { byId, byCode, byName }: Candidates,
): Promise<RelationSource> {
  const texts = batch.flatMap(({ values }) => Object.values(values.relations ?? {}).map(({ text }) => text))
  if (batch.every(({ values }) => values.relations === undefined))
    return { references: new Map(), targets: new Map() }
  const items = [...byId.values(), ...byCode.values(), ...[...byName.values()].flat()]
  const ids = [...new Set(items.map(({ id }) => id))]
  return { references: await listReferences(db, ids), targets: await findTargets(db, texts) }
}

/** Finds the items that the cells of a row name. Columns with the present items are left out. Returns the problems. */
function resolveRelations(
  { kind, row, values, cells }: RowPlan,
  item: StoredItem | undefined,
  { references, targets }: RelationSource,
): StoredRow['problems'] {
  const problems: StoredRow['problems'] = []
  const present = item && references.get(item.id)
  const resolved: References = {}
  for (const [field, { text }] of Object.entries(values.relations ?? {}) as [
    RelationField,
    ReferenceValue,
  ][]) {
    if (text === (present?.[field]?.text ?? '')) continue
    const value = resolveReferences(targets, { field, kind, id: item?.id, text, present: present?.[field] })
    if ('problem' in value) problems.push(toProblem(row, cells[field], value.problem))
    else if (!isSameReference(value, present?.[field])) resolved[field] = value
  }
  if (Object.keys(resolved).length > 0) values.relations = resolved
  else delete values.relations
  return problems
}

function listRelationChanges(
  item: StoredItem | undefined,
  { values, cells }: Pick<ParsedRow, 'values' | 'cells'>,
  references: RelationSource['references'],
): StoredRow['changes'] {
  const present = item && references.get(item.id)
  return (Object.entries(values.relations ?? {}) as [RelationField, ReferenceValue][]).map(
    ([field, { text }]) => ({
      cell: cells[field] ?? '',
      field: IMPORT_FIELDS[field].label,
      before: present?.[field]?.text ?? '',
      after: text,
    }),
  )
}

const EMPTY = { values: { fields: {}, specifications: [] }, cells: {} }

const toStoredRow = ({ position, kind, row, key }: RowPlan, item: StoredItem | undefined): StoredRow => ({
  position,
  sheet: row.sheet,
  rowNumber: row.row,
  state: 'refused',
  result: '',
  kind,
  itemId: item?.id ?? null,
  itemRevision: item?.revision ?? null,
  name: item?.name ?? key.name ?? key.code ?? '',
  ...EMPTY,
  changes: [],
  problems: [],
})

const refuse = (row: RowPlan, item: StoredItem | undefined, problems: StoredRow['problems']): StoredRow => ({
  ...toStoredRow(row, item),
  problems,
})

/** The cell in which a row should have a value of this field; undefined if there is no such column. */
function findCell({ columns, row }: RowPlan, field: ImportField): string | undefined {
  const column = columns.find(({ target }) => target.type === 'field' && target.field === field)
  return column && formatReference(row.row, column.index)
}

/** A problem as a sentence with its place. */
function toProblem({ sheet, row }: TableRow, cell: string | undefined, text: string) {
  const place = cell ? `cell ${cell}` : `row ${row}`
  return { cell: cell ?? '', message: `Sheet '${sheet}', ${place}: ${text.replace(/\.$/, '')}.` }
}

function findProblem(kind: Kind, draft: ItemDraft): string | undefined {
  try {
    checkImportedDraft(kind, draft)
    return undefined
  } catch (error) {
    if (error instanceof HttpProblem) return error.message
    throw error
  }
}
