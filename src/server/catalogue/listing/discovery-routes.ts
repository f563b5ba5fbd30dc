import { z } from 'zod'
import {
  Facets,
  FacetsQuery,
  ItemSummary,
  Related,
  Suggestions,
  SuggestionsQuery,
  SummariesQuery,
} from '#contracts/discovery.ts'
import { LOOKUP_ORDER } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import { notFound } from '#server/kernel/problem.ts'
import { toSummary } from '../items/item-response.ts'
import { ItemParams, type ItemReadDeps, type ListingDeps } from '../items/item-routes.ts'
import { findByIds, findItem, type StoredItem } from '../items/store.ts'
import { findAlternativeTerms, interpretQuery } from '../search/query-interpretation.ts'
import { parseQuery } from '../search/query-parsing.ts'
import { getFacets } from './store-facets.ts'
import { findRelated } from './store-related.ts'
import { findSuggestions } from './store-suggestions.ts'

const MIN_QUERY_LENGTH = 2
const tags = ['finding']

/** What helps a buyer to find: suggestions, filters, what belongs together (decision 0107). */
export function discoveryRoutes(app: Api, deps: ListingDeps): void {
  deps.publicReads.define(app, {
    path: '/api/suggestions',
    tags,
    summary: 'What somebody who types this may be about to search for',
    query: SuggestionsQuery,
    body: Suggestions,
    load: async ({ query: { search }, origin }) => {
      const criteria = parseQuery(search)
      if (!criteria?.text || criteria.text.length < MIN_QUERY_LENGTH)
        return { body: { items: [], terms: [] } }
      const listDb = await deps.lists.getDb()
      const terms = await findAlternativeTerms(listDb, search)
      const found = await findSuggestions(listDb, criteria)
      const items = found.length > 0 ? found : await findApproximateItems(listDb, search)
      return { body: { items: await toSummaries(deps, origin, items), terms } }
    },
  })
  deps.publicReads.define(app, {
    path: '/api/facets',
    tags,
    summary: 'What a list can be narrowed down by',
    query: FacetsQuery,
    body: Facets,
    load: async ({ query: { kind, search } }) => {
      const lists = await deps.lists.getDb()
      const interpreted = await interpretQuery(lists, kind, search)
      const body = await getFacets(lists, {
        kind,
        ...(kind === 'machine' && { category: 'machine' }),
        ...(interpreted && { criteria: interpreted.criteria }),
      })
      return { body }
    },
  })
  deps.publicReads.define(app, {
    path: '/api/related/:id',
    tags,
    summary: 'What stands beside an item',
    params: ItemParams,
    body: Related,
    load: async ({ params: { id }, origin }) => ({ body: await loadRelated(deps, id, origin) }),
  })
  deps.publicReads.define(app, {
    path: '/api/summaries',
    tags,
    summary: 'These items in short, in this order; those that are gone are left out',
    query: SummariesQuery,
    body: z.array(ItemSummary),
    load: async ({ query: { ids }, origin }) => ({
      body: await toSummaries(deps, origin, await findByIds(deps.db, ids)),
    }),
  })
}

async function loadRelated(deps: ListingDeps, id: string, origin: string): Promise<Related> {
  const item = await getItemOfAnyKind(deps.db, id)
  const {
    family,
    parts: spareParts,
    partsFilter,
    machines,
  } = await findRelated(await deps.lists.getDb(), item)
  return {
    partsFilter,
    similarItems: await toSummaries(deps, origin, family),
    parts: await toSummaries(deps, origin, spareParts),
    machines: await toSummaries(deps, origin, machines),
  }
}

/** The item of whatever kind with this id or slug. Throws 404. */
async function getItemOfAnyKind(db: Db, key: string): Promise<StoredItem> {
  for (const kind of LOOKUP_ORDER) {
    const item = await findItem(db, kind, key)
    if (item) return item
  }
  throw notFound('Product')
}

/** What is close, where nothing is found as typed. */
async function findApproximateItems(db: Db, search: string): Promise<StoredItem[]> {
  const found: StoredItem[] = []
  for (const kind of ['machine', 'spare', 'service'] as const) {
    const interpreted = await interpretQuery(db, kind, search)
    if (interpreted) found.push(...(await findSuggestions(db, interpreted.criteria, kind)))
  }
  return found.slice(0, 6)
}

async function toSummaries(
  { media }: ItemReadDeps,
  origin: string,
  items: StoredItem[],
): Promise<ItemSummary[]> {
  const firstImages = items.map((item) => item.images.slice(0, 1))
  const pictures = await media.describe(firstImages, origin)
  return items.map((item, index) => toSummary(item, pictures[index] ?? []))
}
