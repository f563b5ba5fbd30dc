import { z } from 'zod'
import { Kind } from '../item/item.ts'
import { LIMITS } from '../limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'

const category = TextWithoutNul.trim()
  .max(LIMITS.categoryLength)
  .meta({ description: 'Empty: the category of items without one' })

/** What identifies a template. */
export const TemplateKey = z.object({ kind: Kind, category })
export type TemplateKey = z.infer<typeof TemplateKey>

/** A template, learned from the items that resemble one of them if that one is named. */
export const TemplateQuery = TemplateKey.extend({
  item: TextWithoutNul.max(100).optional().meta({ description: 'The id of the item' }),
})
export type TemplateQuery = z.infer<typeof TemplateQuery>

/** One specification that items of a category have. */
const TemplateRow = z.strictObject({
  name: TextWithoutNul.trim().min(1, 'Enter a name.').max(LIMITS.specificationKeyLength),
  unit: TextWithoutNul.trim()
    .max(LIMITS.specificationUnitLength)
    .meta({ description: "'' for texts and plain numbers" }),
})

const revision = z
  .number()
  .int()
  .min(0)
  .meta({ description: '0 for a learned template; an edited one has a new revision with every change' })

/** The specifications of the items of a category, in their order. */
export const SpecificationTemplate = z.object({
  kind: Kind,
  category: z.string(),
  origin: z
    .enum(['learned', 'edited'])
    .meta({ description: 'Learned: the specifications that at least half of the items have' }),
  revision,
  items: z.number().int().meta({ description: 'How many items were counted: at most the 2,000 newest' }),
  rows: z.array(
    TemplateRow.extend({ count: z.number().int().meta({ description: 'How many of the items have it' }) }),
  ),
})
export type SpecificationTemplate = z.infer<typeof SpecificationTemplate>

export const TemplateSummary = SpecificationTemplate.pick({ category: true, origin: true }).extend({
  count: z.number().int().meta({ description: 'The items of the category that are not archived' }),
})
export type TemplateSummary = z.infer<typeof TemplateSummary>

/** A template as staff edit it, with the revision on which the change is based. */
export const TemplateBody = z.strictObject({
  ...TemplateKey.shape,
  revision,
  rows: z
    .array(TemplateRow)
    .max(LIMITS.specifications, `A template can have at most ${LIMITS.specifications} specifications.`),
})
export type TemplateBody = z.infer<typeof TemplateBody>

/** The template that becomes a learned one again, with its present revision. */
export const TemplateReset = z.object({ ...TemplateKey.shape, revision: z.coerce.number().int().min(1) })
