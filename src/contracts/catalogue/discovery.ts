import { z } from 'zod'
import { idList, Kind, ListQuery, Picture, SearchText } from '../item/item.ts'
import { FoundPage } from '../publication/found-page.ts'
import { TextWithoutNul } from '../text-without-nul.ts'

/** The fields of an item that rows of small cards show: suggestions, related and recently viewed items. */
export const ItemSummary = z.object({
  kind: Kind,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  code: z.string().optional().meta({ description: 'Model or part number' }),
  price: z.number().optional().meta({ description: 'Rupees' }),
  unit: z.string().optional().meta({ description: 'What the price is for' }),
  picture: Picture.nullable(),
})
export type ItemSummary = z.infer<typeof ItemSummary>

/** The same item in other sizes, the item itself included. */
export const ItemVersions = z.object({
  label: z.string().nullable().meta({
    description: 'The specification that tells them apart; null if none does, and the values are the names',
  }),
  items: z.array(z.object({ kind: Kind, id: z.string(), name: z.string(), value: z.string() })),
})
export type ItemVersions = z.infer<typeof ItemVersions>

/** The items that the page of an item links to: similar items, its spare parts, and the machines that it fits. */
export const Related = z.object({
  similarItems: z.array(ItemSummary),
  parts: z.array(ItemSummary),
  partsFilter: z
    .string()
    .nullable()
    .meta({ description: 'The parameter `specifications` of a list of all spare parts of the machine' }),
  machines: z.array(ItemSummary),
  versions: ItemVersions.nullable(),
  pages: z.array(FoundPage).meta({ description: 'The newest pages and articles that show the item' }),
})
export type Related = z.infer<typeof Related>

/** A search with quantities as it is understood in one kind: 'lathe 42 mm bar' as lathes with a bar capacity from 42 mm. */
export const UnderstoodSearch = z.object({
  kind: Kind,
  text: z.string().meta({ description: "Words and filters, such as 'lathe, Bar capacity from 42 mm'" }),
  count: z.number().int().meta({ description: 'The number of items, which is not 0' }),
})
export type UnderstoodSearch = z.infer<typeof UnderstoodSearch>

/** A job that a search describes. */
export const SearchedJob = z.object({
  query: z.string().meta({ description: "The query of the job finder's page" }),
  text: z.string().meta({ description: 'The job in words' }),
  fitting: z.number().int().meta({ description: 'How many machines fit' }),
  named: z.string().optional().meta({ description: 'Whether the machine that the search names can do it' }),
})
export type SearchedJob = z.infer<typeof SearchedJob>

/** Suggestions for an incomplete search: matching items, and terms that name the same thing. */
export const Suggestions = z.object({
  understood: z.array(UnderstoodSearch).optional().meta({
    description: 'For each kind in which the quantities of the search are filters; absent without any',
  }),
  job: SearchedJob.optional().meta({
    description: 'The job that the search describes; the items are its machines',
  }),
  items: z.array(ItemSummary),
  pages: z
    .array(FoundPage)
    .optional()
    .meta({ description: 'Pages and articles with all words in their title; absent without any' }),
  terms: z.array(z.string()).meta({ description: 'Other spellings and synonyms of the search' }),
})
export type Suggestions = z.infer<typeof Suggestions>

/**
 * A specification by which a list can be filtered. Numbers have the bounds `from` and `to`, in `unit`; words have
 * `values`.
 */
export const SpecificationFacet = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  imperialUnit: z.string().optional().meta({
    description:
      'The unit in which the site shows the numbers to visitors who prefer imperial units, if it is another',
  }),
  from: z.number().optional(),
  to: z.number().optional(),
  meaning: z.enum(['capability', 'size', 'limit']).optional().meta({
    description: "Of numbers. capability: filter as 'at least'; size: as 'between'; limit: as 'at most'",
  }),
  histogram: z.array(z.number().int()).optional().meta({
    description:
      'Of numbers: how many items have one in each of equal parts of the bounds; a range is in all parts that it touches',
  }),
  values: z.array(z.object({ value: z.string(), text: z.string(), count: z.number().int() })).optional(),
})
export type SpecificationFacet = z.infer<typeof SpecificationFacet>

/** The filters of a list. Prices are in rupees; `featured` is the number of featured items. */
export const Facets = z.object({
  categories: z.array(z.object({ name: z.string(), count: z.number().int() })),
  prices: z.object({ from: z.number(), to: z.number() }).nullable(),
  featured: z.number().int(),
  machines: z
    .array(z.object({ slug: z.string(), name: z.string(), count: z.number().int() }))
    .meta({ description: 'The machines that the spare parts fit, for the parameter `fits`' }),
  specifications: z.array(SpecificationFacet),
  isSampled: z.boolean().meta({
    description:
      'Whether the list is longer than 2,000 items, so that the values of specifications are those of a sample',
  }),
})
export type Facets = z.infer<typeof Facets>

const search = SearchText.default('')
export const SuggestionsQuery = z.object({ search })
/** The parameters of a list that narrow it: its filters are those of the items that are left. */
export const FacetsQuery = ListQuery.pick({
  category: true,
  featured: true,
  fits: true,
  priceFrom: true,
  priceTo: true,
  specifications: true,
}).extend({ kind: Kind, search })
export type FacetsQuery = z.infer<typeof FacetsQuery>
export const SummariesQuery = z.object({ ids: idList })

/** The machine that a visitor owns, by slug, id, code or name. */
export const FitsQuery = z.object({
  machine: TextWithoutNul.trim().min(1).max(200).meta({
    description: 'The slug, id, code or name of a machine, such as CL 40',
  }),
})
/** The spare parts that fit a machine, for marks beside parts. */
export const Fits = z.object({
  machine: z.object({ slug: z.string(), name: z.string() }).nullable().meta({
    description: 'With the code as its name, if it has one; null if the catalogue has no such machine',
  }),
  parts: z.array(z.string()).meta({ description: 'The slugs of the parts' }),
  isComplete: z.boolean().meta({ description: 'Whether these are all parts; a longer list is cut off' }),
  partsFilter: z.string().nullable().meta({
    description:
      'The parameter `specifications` of the list of these parts if only their specifications name it',
  }),
})
export type Fits = z.infer<typeof Fits>
