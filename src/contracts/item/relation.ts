import { z } from 'zod'
import { ItemSummary } from '../catalogue/discovery.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { Replacements, Service, SparePart } from './item.ts'
import { RELATION_GROUP_NAMES, RELATION_INPUT_LIMITS } from './relation-groups.ts'
import { ITEM_STATES } from './state.ts'

/** The related items that the response of one item contains per group; the others are read page by page. */
export const RELATIONS_PER_ITEM = 24

const assembly = z
  .string()
  .meta({ description: "The assembly of the machine, such as 'Headstock'; '' if not stated" })
const position = z
  .string()
  .meta({ description: "The number in the drawing of the assembly; '' if not stated" })
const quantity = z
  .number()
  .int()
  .nullable()
  .meta({ description: 'How many the machine has; null if not stated' })

/** An item that another one is related to, with what the relation states. */
export const RelatedItem = ItemSummary.extend({
  code: z.string().optional(),
  state: z.enum(ITEM_STATES).meta({ description: 'Visitors see published items only' }),
  replacedBy: Replacements,
  relation: z.object({
    id: z.string(),
    revision: z.number().int(),
    ...{ assembly, position, quantity },
    drawing: z.string().nullable().meta({
      description: 'The id of the drawing of the assembly in which the position is, if there is one',
    }),
  }),
})
export type RelatedItem = z.infer<typeof RelatedItem>

const RelationGroupName = z.enum(RELATION_GROUP_NAMES)

/** The first related items of each group that is not empty, and how many there are. */
export const ItemRelations = z.partialRecord(
  RelationGroupName,
  z.object({ label: z.string(), total: z.number().int(), items: z.array(RelatedItem) }),
)
export type ItemRelations = z.infer<typeof ItemRelations>

export const relations = ItemRelations.optional().meta({ description: 'Related items by group' })
/** The responses of single items. */
export const SparePartDetails = SparePart.extend({ relations }).meta({ id: 'SparePartDetails' })
export const ServiceDetails = Service.extend({ relations }).meta({ id: 'ServiceDetails' })

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(max))

/** One page of a group. */
export const RelationsQuery = z.object({
  group: RelationGroupName,
  limit: wholeNumber(200).default(50),
  offset: wholeNumber(1_000_000).default(0),
})
export type RelationsQuery = z.infer<typeof RelationsQuery>

const details = {
  assembly: TextWithoutNul.trim().max(RELATION_INPUT_LIMITS.assemblyLength).default(''),
  position: TextWithoutNul.trim().max(RELATION_INPUT_LIMITS.positionLength).default(''),
  quantity: z.number().int().min(1).max(RELATION_INPUT_LIMITS.quantity).nullable().default(null),
}

export const NewRelation = z.strictObject({
  group: RelationGroupName,
  item: TextWithoutNul.min(1).max(200).meta({ description: 'The id or slug of the related item' }),
  ...details,
})
export type NewRelation = z.infer<typeof NewRelation>

/** A change of what a relation states. */
export const RelationChange = z.strictObject({
  ...details,
  revision: z.number().int().optional().meta({ description: 'The revision that the change is based on' }),
})
export type RelationChange = z.infer<typeof RelationChange>
