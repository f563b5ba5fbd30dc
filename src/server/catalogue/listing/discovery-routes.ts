import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  Facets,
  FacetsQuery,
  Fits,
  FitsQuery,
  ItemSummary,
  Related,
  Suggestions,
  SuggestionsQuery,
  SummariesQuery,
  type UnderstoodSearch,
} from '#contracts/catalogue/discovery.ts'
import { ItemParams, Kind } from '#contracts/item/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { isIndexed } from '#server/database/search/search-expression.ts'
import { findByIds, findByKeys, getItemOrThrow } from '../items/store.ts'
import { readPrice } from '../search/quantities/price-query.ts'
import { mayAskForQuantity } from '../search/quantities/quantity-query.ts'
import { findAlternativeTerms, interpretQuery, NOTHING } from '../search/query-interpretation.ts'
import { parseQuery } from '../search/query-parsing.ts'
import { readKinds } from '../search/relevance/relevance.ts'
import { rankItems } from '../search/relevance/store-relevance.ts'
import type { ListSource } from '../search/store-row-sets.ts'
import type { ListingDeps } from './deps.ts'
import { toSummaries } from './item-response.ts'
import type { ListService } from './list-service.ts'
import { getFacets } from './store-facets.ts'
import { findItemVersions } from './store-item-versions.ts'
import { countItems, listItems } from './store-lists.ts'
import { findFits, findRelated } from './store-related.ts'
import { findSuggestions } from './store-suggestions.ts'
import { type JobAnswer, toSearchedJob } from './understand-search.ts'

const tag = 'discovery'

/** Suggestions, filters and related items (decision 0107). */
export function discoveryRoutes(app: FastifyInstance, deps: ListingDeps): void {
  const getSummaries = async (ids: string[], origin: string) =>
    toSummaries(deps, origin, await findByIds(deps.db, ids))

  deps.publicReads.define(app, {
    path: '/api/suggestions',
    tag,
    summary: 'Items and terms that match what has been typed so far',
    query: SuggestionsQuery,
    body: Suggestions,
    load: async ({ query, origin }) => {
      const { english: search } = await deps.lists.toEnglish(query.search)
      const criteria = parseQuery(search)
      if (!criteria || !isIndexed(criteria.text)) return { body: { items: [], terms: [] } }
      const source = await deps.lists.getSource()
      const terms = await findAlternativeTerms(source, search)
      const found = await findSuggestions(source, criteria)
      const { understood, firstIds, job } = await findUnderstood(deps.lists, search)
      const ids =
        found.length > 0 && !job
          ? found
          : firstIds.length > 0
            ? firstIds
            : await findApproximateItems(source, search)
      const pages = await deps.findPages(search)
      return {
        body: {
          ...(understood.length > 0 && { understood }),
          ...(job && { job: toSearchedJob(job) }),
          items: await getSummaries(ids, origin),
          ...(pages.length > 0 && { pages }),
          terms,
        },
      }
    },
  })
  deps.publicReads.define(app, {
    path: '/api/facets',
    tag,
    summary: 'The filters of a list or search',
    query: FacetsQuery,
    body: Facets,
    // Lists are filtered by English names and values: only what is read is translated.
    translate: ({ machines, specifications, ...facets }, translate) => ({
      ...facets,
      machines: machines.map((machine) => ({ ...machine, name: translate(machine.name) ?? machine.name })),
      specifications: specifications.map(({ label, values, ...facet }) => ({
        ...facet,
        label: translate(label) ?? label,
        ...(values && {
          values: values.map((each) => ({ ...each, text: translate(each.text) ?? each.text })),
        }),
      })),
    }),
    load: async ({ query: { kind, search, ...narrowing } }) => {
      const list = await deps.lists.open(kind, { search, approximate: true })
      return { body: await getFacets(list, narrowing) }
    },
  })
  deps.publicReads.define(app, {
    path: '/api/related/:id',
    tag,
    summary: 'Items that the page of an item shows beside it',
    params: ItemParams,
    body: Related,
    load: async ({ params: { id }, origin }) => {
      const item = await getItemOrThrow(deps.db, { key: id })
      const listDb = await deps.lists.getDb()
      const related = await findRelated(listDb, item)
      return {
        body: {
          versions: await findItemVersions(listDb, item),
          partsFilter: related.partsFilter,
          similarItems: await getSummaries(related.similarItems, origin),
          parts: await getSummaries(related.parts, origin),
          machines: await getSummaries(related.machines, origin),
          pages: await deps.listPagesAbout(item.id),
        },
      }
    },
  })
  deps.publicReads.define(app, {
    path: '/api/summaries',
    tag,
    summary: 'Summaries of the items with these ids or slugs, in this order; unknown ones are left out',
    query: SummariesQuery,
    body: z.array(ItemSummary),
    load: async ({ query: { ids }, origin }) => ({
      body: await toSummaries(deps, origin, await findByKeys(deps.db, ids)),
    }),
  })
  deps.publicReads.define(app, {
    path: '/api/fits',
    tag,
    summary: 'The spare parts that fit a machine',
    query: FitsQuery,
    body: Fits,
    load: async ({ query: { machine } }) => ({ body: await findFits(await deps.lists.getDb(), machine) }),
  })
}

/** What a search with quantities is understood as in each kind, and the first items that it has. */
async function findUnderstood(lists: ListService, search: string) {
  const understood: UnderstoodSearch[] = []
  const firstIds: string[] = []
  let job: JobAnswer | undefined
  const kinds = mayAskForQuantity(search) || readPrice(search) ? Kind.options : []
  for (const kind of kinds) {
    const list = await lists.open(kind, { search, approximate: true, limit: LIMITS.suggestions })
    const count = (list.understood && !list.isNearest) || list.job ? await countItems(list) : 0
    if (count === 0) continue
    job ??= list.job
    const { search: words, labels } = list.understood ?? { search: list.job?.text, labels: [] }
    understood.push({ kind, text: [words, ...labels].filter(Boolean).join(', '), count })
    firstIds.push(...(await listItems(list)).map(({ id }) => id))
  }
  return { understood, firstIds: firstIds.slice(0, LIMITS.suggestions), job }
}

/** A kind that answers a search much worse than the best one has no suggestions. */
const SHARE_OF_BEST = 0.6

/** Suggestions for what the search means in each kind, the best answer first: for searches that have none as typed. */
async function findApproximateItems(source: ListSource, search: string): Promise<string[]> {
  const kinds = readKinds(search)
  const answers: { ids: string[]; rating: number }[] = []
  for (const kind of Kind.options) {
    const interpreted = await interpretQuery(source, kind, search)
    if (!interpreted || interpreted.criteria === NOTHING) continue
    const ids = await findSuggestions(source, interpreted.criteria, [kind])
    const ranking = await rankItems(source, kind, search)
    answers.push({ ids, rating: (ranking?.rating ?? 1) * kinds[kind] })
  }
  const best = Math.max(0, ...answers.map(({ rating }) => rating))
  return answers
    .filter(({ rating }) => rating >= best * SHARE_OF_BEST)
    .sort((one, other) => other.rating - one.rating)
    .flatMap(({ ids }) => ids)
    .slice(0, LIMITS.suggestions)
}
