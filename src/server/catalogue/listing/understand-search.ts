import type { SearchedJob } from '#contracts/catalogue/discovery.ts'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
} from '#contracts/catalogue/specification-filter.ts'
import type { Kind, ListQuery } from '#contracts/item/item.ts'
import { fold } from '#server/kernel/text.ts'
import { type PriceQuery, readPrice } from '../search/quantities/price-query.ts'
import {
  mayAskForQuantity,
  type QuantityCondition,
  type QuantityQuery,
  readQuantityQuery,
} from '../search/quantities/quantity-query.ts'
import { needsKnownKeys, type StoredFilter } from '../search/quantities/specification-keys.ts'
import { listKnownKeys } from '../search/quantities/store-known-keys.ts'
import {
  type InterpretedQuery,
  interpretQuery,
  interpretWords,
  NOTHING,
} from '../search/query-interpretation.ts'
import { withoutDocumentWords } from '../search/searched-documents.ts'
import type { ListSource } from '../search/store-row-sets.ts'
import type { ItemFilter, ItemList } from './store-item-filter.ts'
import { countItems } from './store-lists.ts'
import { findNearest } from './store-nearest.ts'
import { findByPrefix } from './store-suggestions.ts'

/** How a search was understood: the words that were searched, and the filters that its quantities are. */
export interface Understanding {
  search: string
  specifications: string
  /** A text for each of the filters, such as 'Bar capacity from 42 mm'. */
  labels: string[]
}

/** The machines for a job that a search describes, the best first. Without one that fits they are the nearest. */
export interface JobAnswer extends SearchedJob {
  rowIds: number[]
}

export const toSearchedJob = ({ rowIds: _, ...job }: JobAnswer): SearchedJob => job

/** `rewrittenAs`: the term that was used, if the search itself has no results. */
export interface OpenList extends ItemList {
  rewrittenAs?: string | undefined
  understood?: Understanding | undefined
  /** The job that the search describes, whose machines the list has. */
  job?: JobAnswer | undefined
  /** Whether no item has the quantities, and the list has those that come nearest. */
  isNearest?: boolean
  /** Words of the search that the first items lack. */
  ignored?: string[] | undefined
}

interface SearchSource extends ListSource {
  answerJob: (search: string) => Promise<JobAnswer | undefined>
}

type Filters = Omit<ListQuery, 'approximate' | 'search'>

/** Words that ask for the order of prices, in English and Hindi. */
const CHEAPEST =
  /(?<![\p{L}\d])(?:cheapest|lowest price|lowest cost|low cost|sast[aei]|sabse sast[aei])(?![\p{L}\d])/giu

/**
 * Opens the list of an approximate search. A price is a filter, as in 'lathe under 16 lakh'. If the search names a
 * specification and a number, as 'lathe 42 mm bar' does, the number is a filter, and only the other words are searched. A
 * number alone, as in 'collet 5/8"', becomes one unless the text is found as it was typed. Everything else is searched as
 * words.
 */
export async function openApproximateList(
  source: SearchSource,
  kind: Kind,
  search: string,
  filters: Filters,
): Promise<OpenList> {
  const others = search.replaceAll(CHEAPEST, ' ')
  if (others !== search && others.trim() && (filters.sort ?? 'name') === 'name') {
    const list = await openApproximateList(source, kind, others.trim(), { ...filters, sort: 'price' })
    return { ...list, rewrittenAs: `${list.rewrittenAs ?? others.trim()}, cheapest first` }
  }
  const withoutDocuments = withoutDocumentWords(search)
  if (withoutDocuments && withoutDocuments !== search.trim()) {
    const list = await openApproximateList(source, kind, withoutDocuments, filters)
    return { ...list, rewrittenAs: list.rewrittenAs ?? withoutDocuments }
  }
  const price = readPrice(search)
  return price ? openWithPrice(source, kind, price, filters) : openWithoutPrice(source, kind, search, filters)
}

/** The price of a search is a filter beside those that its other words mean. No item at such a price is the answer. */
async function openWithPrice(
  source: SearchSource,
  kind: Kind,
  { words, filter, text }: PriceQuery,
  filters: Filters,
): Promise<OpenList> {
  const specifications = formatSpecificationFilters([filter])
  const priced = { ...filters, specifications: joinFilters(filters.specifications, specifications) }
  const list: OpenList = words
    ? await openWithoutPrice(source, kind, words, priced)
    : { ...source, filter: { ...priced, kind } }
  const { understood = { search: words, specifications: '', labels: [] }, rewrittenAs = words } = list
  return {
    ...list,
    rewrittenAs: [rewrittenAs, text].filter(Boolean).join(', '),
    understood: {
      search: understood.search,
      specifications: joinFilters(understood.specifications, specifications),
      labels: [...understood.labels, text],
    },
  }
}

const joinFilters = (one: string | undefined, other: string): string => [one, other].filter(Boolean).join(',')

async function openWithoutPrice(
  { answerJob, ...source }: SearchSource,
  kind: Kind,
  search: string,
  filters: Filters,
): Promise<OpenList> {
  const job = kind === 'machine' ? await answerJob(search) : undefined
  if (job) {
    const scores = new Map(job.rowIds.map((rowId, index) => [rowId, -index]))
    return { ...source, filter: { ...filters, kind, criteria: { rowIds: job.rowIds, scores } }, job }
  }
  const understood = await openUnderstood(source, kind, search, filters)
  if (understood) return understood
  // The words of a search that was understood, with its filters: they mean the same as together.
  const interpret = filters.specifications === undefined ? interpretQuery : interpretWords
  const meaning: Partial<InterpretedQuery> = (await interpret(source, kind, search)) ?? {}
  const { criteria, rewrittenAs, ignored } = meaning
  return { ...source, filter: { ...filters, kind, criteria }, rewrittenAs, ignored }
}

/** Undefined for a search without quantities, or if they lead to no items. */
async function openUnderstood(
  source: ListSource,
  kind: Kind,
  search: string,
  filters: Filters,
): Promise<OpenList | undefined> {
  if (!mayAskForQuantity(search)) return undefined
  const keys = await listKnownKeys(source, kind)
  const named = readQuantityQuery(search, keys, source.tradeNames)
  if (!named) return undefined
  const unnamed = readQuantityQuery(search, keys, source.tradeNames, true)
  const isNamed = named.conditions.some((condition) => condition.isNamed)
  const isNoun =
    named.words === '' && named.conditions.every((condition) => isWhatIsLookedFor(kind, condition))
  const open = (query: QuantityQuery | undefined) => query && openQuantityList(source, kind, query, filters)
  if (isNamed && !isNoun) return (await open(named)) ?? (await open(unnamed))
  // An item whose name begins with the search is what is looked for.
  if ((await findByPrefix(source, fold(search), kind)).length > 0) return undefined
  return (await open(unnamed)) ?? (isNoun ? open(named) : undefined)
}

/** 'Collet 5/8"' looks for collets; 'bar over 50 mm' among the machines for no bar, but 'motor over 5 kW' for any power. */
const isWhatIsLookedFor = (kind: Kind, { isNoun, isMeasure }: QuantityCondition): boolean =>
  isNoun && (kind !== 'machine' || isMeasure)

/** Undefined if no item has the words and the quantities, unless that is the answer: no lathe takes such a bar. */
async function openQuantityList(
  source: ListSource,
  kind: Kind,
  { words, fewerWords, conditions }: QuantityQuery,
  filters: Filters,
): Promise<OpenList | undefined> {
  const byMeaning = conditions.map(({ alternatives }) => alternatives)
  // A number alone among parts and services is first taken as it is: '250 mm chuck' is no longer part.
  const asIs = conditions.map(({ isNamed, alternatives, nearest }) =>
    kind === 'machine' || isNamed || nearest.length === 0 ? alternatives : nearest,
  )
  const readings =
    conditions.some(({ isAmbiguous }) => isAmbiguous) && kind !== 'machine' ? [asIs] : [asIs, byMeaning]
  // An item of the size comes before one with a range that contains it.
  const nearest = conditions
    .flatMap((condition) => condition.nearest)
    .map((filter) => ({ ...filter, isExact: true as const }))
  const isDecisive = kind === 'machine' && conditions.every((condition) => condition.isDecisive)
  for (const [index, searched] of [...new Set([words, fewerWords])].entries()) {
    const { criteria, rewrittenAs, ignored }: Partial<InterpretedQuery> =
      (searched ? await interpretWords(source, kind, searched) : undefined) ?? {}
    const isNamed = conditions.some((condition) => condition.isNamed)
    if (criteria === NOTHING || (ignored?.length && !isNamed)) continue
    const filter = await findReading({ ...source, filter: { kind, criteria, nearest } }, readings)
    if (!filter && !(isDecisive && index === 0)) continue
    const explanation = { ...toExplanation(conditions, searched, rewrittenAs), ignored }
    if (filter) return { ...source, filter: { ...filters, ...filter }, ...explanation }
    const rowIds = await findNearest(source, kind, criteria, conditions)
    const scores = new Map(rowIds.map((rowId, index) => [rowId, -index]))
    return {
      ...{ ...source, filter: { ...filters, kind, criteria: { rowIds, scores } } },
      ...explanation,
      isNearest: rowIds.length > 0,
    }
  }
  return undefined
}

/** The first reading of the quantities that items have. */
async function findReading(list: ItemList, readings: StoredFilter[][][]): Promise<ItemFilter | undefined> {
  for (const quantities of readings) {
    const filter = { ...list.filter, quantities }
    if ((await countItems({ ...list, filter })) > 0) return filter
  }
  return undefined
}

function toExplanation(conditions: QuantityCondition[], search: string, rewrittenAs = search) {
  const specifications = formatSpecificationFilters(conditions.map((condition) => condition.filter))
  const texts = conditions.map(({ text }) => text)
  return {
    rewrittenAs: [...(rewrittenAs ? [rewrittenAs] : []), ...texts].join(', '),
    understood: { search, specifications, labels: texts },
  }
}

/** Adds the keys of the kind to a list with filters that need them. */
export async function addKnownKeys<List extends ItemList>(list: List, specifications = ''): Promise<List> {
  if (!parseSpecificationFilters(specifications).some(needsKnownKeys)) return list
  return { ...list, filter: { ...list.filter, knownKeys: await listKnownKeys(list, list.filter.kind) } }
}
