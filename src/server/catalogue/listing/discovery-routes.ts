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
import { getRequestOrigin } from '#server/kernel/http.ts'
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
  const { db } = deps

  app.get(
    '/api/suggestions',
    {
      schema: {
        tags,
        summary: 'What somebody who types this may be about to search for',
        querystring: SuggestionsQuery,
        response: { 200: Suggestions },
      },
      config: { cache: {} },
    },
    async (request) => {
      const { search } = request.query
      const criteria = parseQuery(search)
      if (!criteria?.text || criteria.text.length < MIN_QUERY_LENGTH) return { items: [], terms: [] }
      const listDb = await deps.lists.getDb()
      const terms = await findAlternativeTerms(listDb, search)
      const found = await findSuggestions(listDb, criteria)
      const items = found.length > 0 ? found : await findApproximateItems(listDb, search)
      return { items: await toSummaries(deps, getRequestOrigin(request, deps.publicUrl), items), terms }
    },
  )

  app.get(
    '/api/facets',
    {
      schema: {
        tags,
        summary: 'What a list can be narrowed down by',
        querystring: FacetsQuery,
        response: { 200: Facets },
      },
      config: { cache: {} },
    },
    async ({ query: { kind, search } }) => {
      const lists = await deps.lists.getDb()
      const interpreted = await interpretQuery(lists, kind, search)
      return getFacets(lists, {
        kind,
        ...(kind === 'machine' && { category: 'machine' }),
        ...(interpreted && { criteria: interpreted.criteria }),
      })
    },
  )

  relatedRoute(app, deps)
  app.get(
    '/api/summaries',
    {
      schema: {
        tags,
        summary: 'These items in short, in this order; those that are gone are left out',
        querystring: SummariesQuery,
        response: { 200: z.array(ItemSummary) },
      },
      config: { cache: {} },
    },
    async (request) =>
      toSummaries(deps, getRequestOrigin(request, deps.publicUrl), await findByIds(db, request.query.ids)),
  )
}

/** What stands beside an item; its page reads it too. */
function relatedRoute(app: Api, deps: ListingDeps): void {
  const path = '/api/related/:id'
  const loadRelated = async (id: string, origin: string): Promise<Related> => {
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
  deps.pageData.register({
    path,
    params: ItemParams,
    body: Related,
    load: async ({ params: { id }, origin }) => ({ body: await loadRelated(id, origin) }),
  })
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'What stands beside an item',
        params: ItemParams,
        response: { 200: Related },
      },
      config: { cache: {} },
    },
    (request) => loadRelated(request.params.id, getRequestOrigin(request, deps.publicUrl)),
  )
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
