import { z } from 'zod'
import { AdminItemsQuery } from '../item/admin-item.ts'
import { Kind } from '../item/item.ts'
import { LIMITS } from '../limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { GRID_BATCH_SIZE, GRID_FIELDS, MAX_GRID_ITEMS } from './grid-fields.ts'

const id = TextWithoutNul.max(100)
const GridFieldName = z.enum(GRID_FIELDS)

/** The items that open in the grid: some of them, or those that match the filters of the admin's list. */
export const GridQuery = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, 'Choose at least one item.')
      .max(MAX_GRID_ITEMS, `At most ${MAX_GRID_ITEMS} items can be edited together.`)
      .optional(),
    filter: AdminItemsQuery.omit({ limit: true, offset: true }).strict().optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Send ids or a filter.')
export type GridQuery = z.infer<typeof GridQuery>

/** An item as a row of the grid: its values as the texts of the form. */
export const GridItem = z.object({
  id: z.string(),
  kind: Kind,
  revision: z.number().int(),
  fields: z.record(GridFieldName, z.string()),
  specifications: z.record(z.string(), z.string()),
})
export type GridItem = z.infer<typeof GridItem>

const cellText = TextWithoutNul.max(LIMITS.specificationValueLength)

const GridChange = z.strictObject({
  id,
  revision: z.number().int().min(1),
  fields: z.partialRecord(GridFieldName, TextWithoutNul.max(1000)).default({}),
  specifications: z
    .record(TextWithoutNul.trim().min(1).max(LIMITS.specificationKeyLength), cellText)
    .default({})
    .meta({ description: 'An empty text removes a specification; the others stay' }),
})
export type GridChange = z.infer<typeof GridChange>

/** The changed cells of items, each with the revision on which they are based. */
export const GridSaveBody = z.strictObject({
  changes: z
    .array(GridChange)
    .min(1, 'Change at least one item.')
    .max(GRID_BATCH_SIZE, `At most ${GRID_BATCH_SIZE} items can be saved in one request.`)
    .refine(
      (changes) => new Set(changes.map((change) => change.id)).size === changes.length,
      'An item can be changed only once in a request.',
    ),
})
export type GridSaveBody = z.infer<typeof GridSaveBody>

const CellProblem = z.object({
  field: z.string().meta({ description: 'The field, or specifications.{name}' }),
  message: z.string(),
})
export type CellProblem = z.infer<typeof CellProblem>

/** What happened to each item, in the order of the request. An item is saved completely or not at all. */
export const GridSaveReply = z.object({
  results: z.array(
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('saved'), id: z.string(), item: GridItem }),
      z.object({
        status: z.literal('conflict'),
        id: z.string(),
        item: GridItem.meta({ description: 'The item as it is now' }),
        by: z.string().meta({ description: "Who changed it last; '' if it is not known" }),
      }),
      z.object({ status: z.literal('invalid'), id: z.string(), problems: z.array(CellProblem) }),
      z.object({ status: z.literal('deleted'), id: z.string() }),
    ]),
  ),
})
export type GridSaveReply = z.infer<typeof GridSaveReply>
