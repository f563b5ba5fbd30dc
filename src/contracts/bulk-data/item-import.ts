import { z } from 'zod'
import { Kind } from '../item/item.ts'
import { UNDO_OBSTACLES } from '../item/uses.ts'
import { LIMITS } from '../limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { IMPORT_FIELD_NAMES } from './import-fields.ts'
import { COLUMN_NOTES, IMPORT_ROW_STATES, IMPORT_STATES } from './item-import-limits.ts'

/** What the cells of a column are: a field, a specification under this name, or nothing. */
export const ColumnTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('field'), field: z.enum(IMPORT_FIELD_NAMES) }),
  z.object({
    type: z.literal('specification'),
    name: TextWithoutNul.trim().min(1).max(LIMITS.specificationKeyLength),
    unit: TextWithoutNul.trim()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: "The unit of values that are a number only: 'mm' for a column 'Bore (mm)'" }),
  }),
  z.object({ type: z.literal('ignored') }),
])
export type ColumnTarget = z.infer<typeof ColumnTarget>

/** A column of a sheet. `index` counts from 0, that is column A. */
export const ImportColumn = z.object({
  sheet: TextWithoutNul.max(200),
  index: z.number().int().min(0).max(500),
  title: z.string().max(LIMITS.descriptionLength),
  target: ColumnTarget,
  samples: z.array(z.string()).default([]).meta({ description: 'Its first values, at most three' }),
  note: z.enum(COLUMN_NOTES).optional().meta({
    description:
      "Why it is ignored. While a column is a 'priceCandidate', nothing can be applied: the user has to say which is the price",
  }),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** A sheet with rows. Without a kind it is left out. */
export const ImportSheet = z.object({
  name: z.string(),
  headerRow: z
    .number()
    .int()
    .meta({ description: 'The number of the row with the titles, from 1; 0: none was found' }),
  kind: Kind.nullable(),
  rows: z.number().int().meta({ description: 'Its rows with items' }),
  leftOut: z
    .object({ count: z.number().int(), rows: z.array(z.number().int()) })
    .optional()
    .meta({ description: 'Rows without an item: totals, headings and notes, with the first row numbers' }),
  largePriceChanges: z
    .array(z.string())
    .optional()
    .meta({ description: 'The first items whose price would change by more than 50 %' }),
  largePriceChangeCount: z.number().int().optional(),
  zeroPrices: z.number().int().optional().meta({ description: 'The rows with a price of 0' }),
})
export type ImportSheet = z.infer<typeof ImportSheet>

/** How the values of a file are read. */
export const ImportOptions = z.object({
  clearEmpty: z.boolean().default(false).meta({ description: 'Whether an empty cell clears the value' }),
  draftNew: z.boolean().default(false).meta({
    description:
      'Whether new items are drafts unless a cell says otherwise; true at first if no item is published yet',
  }),
  sheetCategory: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the name of its sheet is the category of a new item without another' }),
})
export type ImportOptions = z.infer<typeof ImportOptions>

/** The number of rows by what the import would do, or did, with them. */
export const ImportCounts = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  conflicts: z.number().int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** An import of a file with items. */
export const ItemImport = z.object({
  id: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
  by: z.string().meta({ description: 'The name of the account' }),
  createdAt: z.string(),
  state: z.enum(IMPORT_STATES),
  error: z.string().meta({ description: "Why it failed, as a sentence; '' otherwise" }),
  progress: z.object({
    done: z.number().int().meta({ description: 'Rows that were read, applied or undone' }),
    total: z.number().int().meta({ description: '0 while the number is unknown' }),
  }),
  counts: ImportCounts,
  applied: z.number().int().meta({ description: 'Rows that were applied and not undone' }),
  pending: z.number().int().meta({ description: 'Rows that can be applied' }),
  notUndone: z.number().int().meta({ description: 'Rows of which the undo has left something' }),
  options: ImportOptions,
  hasFile: z.boolean().meta({ description: 'Whether the file is still stored' }),
})
export type ItemImport = z.infer<typeof ItemImport>

/** An import with its sheets and columns. */
export const ItemImportDetails = ItemImport.extend({
  sheets: z.array(ImportSheet),
  columns: z.array(ImportColumn),
})
export type ItemImportDetails = z.infer<typeof ItemImportDetails>

/** What undoing an import would do now. */
export const ImportUndoPreview = z.object({
  undone: z.number().int().meta({ description: 'Rows whose items get their earlier values or are deleted' }),
  partlyUndone: z
    .number()
    .int()
    .meta({ description: 'Changed items of which what others have changed since stays' }),
  archived: z
    .number()
    .int()
    .meta({ description: 'New items that are archived, because they were changed since or are used' }),
  deleted: z.number().int().meta({ description: 'Rows whose items were deleted since' }),
  obstacles: z
    .array(
      z.object({
        reason: z.enum(UNDO_OBSTACLES),
        count: z.number().int(),
        names: z.array(z.string()).meta({ description: 'Of the first items' }),
      }),
    )
    .meta({ description: 'Why something stays; an item can have several reasons' }),
})
export type ImportUndoPreview = z.infer<typeof ImportUndoPreview>

/** What the sheets and columns of a file contain. The rows are then read again. */
export const ImportColumnsBody = z.strictObject({
  kind: Kind.optional().meta({ description: 'The kind of the sheets whose kind is not known' }),
  sheets: z
    .array(z.object({ name: TextWithoutNul.max(200), kind: Kind.nullable() }))
    .max(250)
    .optional()
    .meta({ description: 'The kind of each sheet; null leaves it out' }),
  columns: z
    .array(ImportColumn.pick({ sheet: true, index: true, target: true }))
    .max(5000)
    .optional(),
  options: ImportOptions.partial().optional(),
})
export type ImportColumnsBody = z.infer<typeof ImportColumnsBody>

/** `valid` applies what can be applied; `all` applies only if no row is refused and no conflict is open. */
export const ApplyImportBody = z.strictObject({ what: z.enum(['valid', 'all']) })

/** Decides conflicts: the values of the file are applied, or the item stays as it is. */
export const ResolveConflictsBody = z.strictObject({
  keep: z.enum(['file', 'item']),
  positions: z
    .array(z.number().int().min(0))
    .max(1000)
    .optional()
    .meta({ description: 'The rows; without it, all conflicts' }),
})
export type ResolveConflictsBody = z.infer<typeof ResolveConflictsBody>

/** A value that would change. Texts as staff read them; '' is no value. */
export const CellChange = z.object({
  cell: z.string().meta({ description: "'D17'; '' for a value that has no column" }),
  field: z.string().meta({ description: 'The label of the field or the name of the specification' }),
  before: z.string(),
  after: z.string(),
})
export type CellChange = z.infer<typeof CellChange>

/** Why a row is refused. */
export const CellProblem = z.object({
  cell: z.string().meta({ description: "'D17'; '' if it concerns the row" }),
  message: z.string().meta({ description: "\"Sheet 'Belts', cell D17: 'abc' is not a price ...\"" }),
})
export type CellProblem = z.infer<typeof CellProblem>

/** A row of a file. */
export const ImportRow = z.object({
  position: z.number().int(),
  sheet: z.string(),
  row: z.number().int(),
  state: z.enum(IMPORT_ROW_STATES),
  result: z
    .enum(['', 'applied', 'changed-again', 'undone'])
    .meta({ description: "'changed-again': not completely undone; `problems` says why" }),
  item: z
    .object({ id: z.string(), kind: Kind })
    .nullable()
    .meta({ description: 'The item, if there is one' }),
  name: z.string(),
  changes: z.array(CellChange),
  problems: z.array(CellProblem),
})
export type ImportRow = z.infer<typeof ImportRow>

/** Filter and page of the rows of an import. The header x-total-count has the number of all that match. */
export const ImportRowsQuery = z.object({
  state: z.enum(IMPORT_ROW_STATES).optional(),
  result: z.enum(['applied', 'changed-again']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>
