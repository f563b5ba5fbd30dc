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
import { originOf } from '#server/kernel/http.ts'
import { notFound } from '#server/kernel/problem.ts'
import { ItemParams, type ListingParts, type ReadingParts } from './reading-routes.ts'
import { asTyped } from './search.ts'
import { findByIds, findItem, type StoredItem } from './store.ts'
import { readFacets } from './store-facets.ts'
import { findRelated } from './store-related.ts'
import { findSuggested } from './store-suggested.ts'
import { otherTerms, understand } from './understanding.ts'
import { toSummary } from './wire.ts'

const LEAST_LETTERS = 2
const tags = ['finding']

/** What helps a buyer to find: suggestions, filters, what belongs together (decision 0107). */
export function findingRoutes(app: Api, parts: ListingParts): void {
  const { db } = parts

  app.get(
    '/api/suggestions',
    {
      schema: {
        tags,
        summary: 'What somebody who types this may be about to search for',
        querystring: SuggestionsQuery,
        response: { 200: Suggestions },
      },
      config: { kept: {} },
    },
    async (request) => {
      const { search } = request.query
      const typed = asTyped(search)
      if (!typed?.text || typed.text.length < LEAST_LETTERS) return { items: [], terms: [] }
      const lists = await parts.lists.db()
      const terms = await otherTerms(lists, search)
      const found = await findSuggested(lists, typed)
      const items = found.length > 0 ? found : await nearItems(lists, search)
      return { items: await summaries(parts, originOf(request, parts.publicUrl), items), terms }
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
      config: { kept: {} },
    },
    async ({ query: { kind, search } }) => {
      const lists = await parts.lists.db()
      const understood = await understand(lists, kind, search)
      return readFacets(lists, {
        kind,
        ...(kind === 'machine' && { category: 'machine' }),
        ...(understood && { matching: understood.matching }),
      })
    },
  )

  relatedRoute(app, parts)
  app.get(
    '/api/summaries',
    {
      schema: {
        tags,
        summary: 'These items in short, in this order; those that are gone are left out',
        querystring: SummariesQuery,
        response: { 200: z.array(ItemSummary) },
      },
      config: { kept: {} },
    },
    async (request) =>
      summaries(parts, originOf(request, parts.publicUrl), await findByIds(db, request.query.ids)),
  )
}

/** What stands beside an item; its page reads it too. */
function relatedRoute(app: Api, parts: ListingParts): void {
  const path = '/api/related/:id'
  const read = async (id: string, origin: string): Promise<Related> => {
    const item = await itemOf(parts.db, id)
    const { family, parts: spares, partsFilter, machines } = await findRelated(await parts.lists.db(), item)
    return {
      partsFilter,
      similarItems: await summaries(parts, origin, family),
      parts: await summaries(parts, origin, spares),
      machines: await summaries(parts, origin, machines),
    }
  }
  parts.reads.offer({
    path,
    params: ItemParams,
    body: Related,
    answer: async ({ params: { id }, origin }) => ({ body: await read(id, origin) }),
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
      config: { kept: {} },
    },
    (request) => read(request.params.id, originOf(request, parts.publicUrl)),
  )
}

/** The item of whatever kind with this id or slug. Throws 404. */
async function itemOf(db: Db, key: string): Promise<StoredItem> {
  for (const kind of LOOKUP_ORDER) {
    const item = await findItem(db, kind, key)
    if (item) return item
  }
  throw notFound('Product')
}

/** What is close, where nothing is found as typed. */
async function nearItems(db: Db, search: string): Promise<StoredItem[]> {
  const found: StoredItem[] = []
  for (const kind of ['machine', 'spare', 'service'] as const) {
    const understood = await understand(db, kind, search)
    if (understood) found.push(...(await findSuggested(db, understood.matching, kind)))
  }
  return found.slice(0, 6)
}

async function summaries(
  { media }: ReadingParts,
  origin: string,
  items: StoredItem[],
): Promise<ItemSummary[]> {
  const first = items.map((item) => item.images.slice(0, 1))
  const pictures = await media.describe(first, origin)
  return items.map((item, index) => toSummary(item, pictures[index] ?? []))
}
