import { z } from 'zod'
import { idList, Kind, Picture, SearchText } from './item.ts'

/** An item as it stands in a row of others: enough to recognise and to open it. */
export const ItemSummary = z.object({
  kind: Kind,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  price: z.number().optional().meta({ description: 'Rupees' }),
  picture: Picture.nullable(),
})
export type ItemSummary = z.infer<typeof ItemSummary>

/** What stands beside an item: its like, the parts that name it, the machines it names. */
export const Related = z.object({
  similarItems: z.array(ItemSummary),
  parts: z.array(ItemSummary),
  partsFilter: z
    .string()
    .nullable()
    .meta({ description: 'What the list of spare parts takes as specifications to show all of them' }),
  machines: z.array(ItemSummary),
})
export type Related = z.infer<typeof Related>

/** What somebody may be about to search for. */
export const Suggestions = z.object({
  items: z.array(ItemSummary),
  terms: z.array(z.string()).meta({ description: 'Other spellings and names' }),
})
export type Suggestions = z.infer<typeof Suggestions>

/** A specification that the items share: figures have bounds, words have values. */
export const SpecificationFacet = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  from: z.number().optional(),
  to: z.number().optional(),
  values: z.array(z.object({ value: z.string(), text: z.string(), count: z.number().int() })).optional(),
})
export type SpecificationFacet = z.infer<typeof SpecificationFacet>

/** What a list can be narrowed down by. Prices in rupees. */
export const Facets = z.object({
  categories: z.array(z.object({ name: z.string(), count: z.number().int() })),
  prices: z.object({ from: z.number(), to: z.number() }).nullable(),
  featured: z.number().int(),
  specifications: z.array(SpecificationFacet),
})
export type Facets = z.infer<typeof Facets>

const search = SearchText.default('')
export const SuggestionsQuery = z.object({ search })
export const FacetsQuery = z.object({ kind: Kind, search })
export const SummariesQuery = z.object({ ids: idList })
