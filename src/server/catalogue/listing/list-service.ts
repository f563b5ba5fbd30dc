import type { Kind, ListQuery } from '#contracts/item/item.ts'
import { hasOtherLetters } from '#messages/language.ts'
import type { Db } from '#server/database/db.ts'
import { type Events, memoizeUntilChange } from '#server/kernel/events.ts'
import { parsePhrase } from '../search/query-parsing.ts'
import { type ListSource, RowSets } from '../search/store-row-sets.ts'
import { TradeNames } from '../search/trade-names.ts'
import { type TranslatedText, TranslatedWords } from '../search/translated-words.ts'
import { getNewestRowId } from './store-lists.ts'
import { addKnownKeys, type JobAnswer, type OpenList, openApproximateList } from './understand-search.ts'

/** From about this many items on, lists are read by the reader: its worker threads cost more than a small list does. */
const MIN_ITEMS_FOR_READER = 5000

/** What lists of any length are read with. */
export interface ListService {
  /** Whether the catalogue has so many items that work on all of them is kept from this thread. */
  isLarge(): Promise<boolean>
  /** The connection for lists, counts, filters and suggestions. */
  getDb(): Promise<Db>
  /** The same with what is known of its content. */
  getSource(): Promise<ListSource>
  /** Returns a search with English words instead of those of another script that are known. */
  toEnglish(search: string): Promise<{ english: string; unknown: string[] }>
  /** Interprets the parameters of a list. */
  open(kind: Kind, query: ListQuery): Promise<OpenList>
}

/** `reader` is the same database, read by worker threads (SQLite) or a replica (PostgreSQL). */
export function createListService(deps: {
  db: Db
  reader: Db
  events: Events
  /** The trade words of the site, one row of names for each thing. */
  readTradeWords: () => Promise<string[]>
  /** The translations of texts of the catalogue. */
  readTranslations: () => Promise<Iterable<TranslatedText>>
  answerJob: (search: string) => Promise<JobAnswer | undefined>
}): ListService {
  const rowSets = new RowSets(deps.events)
  const getTradeNames = memoizeUntilChange(
    deps.events,
    async () => new TradeNames(await deps.readTradeWords()),
  )

  const getTranslatedWords = memoizeUntilChange(
    deps.events,
    async () => new TranslatedWords(await deps.readTranslations()),
  )
  const toEnglish = async (search: string) =>
    // Most searches need no translations to be read.
    hasOtherLetters(search)
      ? (await getTranslatedWords()).toEnglish(search)
      : { english: search, unknown: [] }

  const isLarge = async () => (await getNewestRowId(deps.db)) > MIN_ITEMS_FOR_READER
  const getDb = async () => ((await isLarge()) ? deps.reader : deps.db)
  const getSource = async () => ({ db: await getDb(), rowSets, tradeNames: await getTradeNames() })
  return {
    isLarge,
    getDb,
    getSource,
    toEnglish,
    async open(kind, { search = '', approximate, ...query }) {
      const source = await getSource()
      if (!approximate)
        return addKnownKeys(
          { ...source, filter: { ...query, kind, criteria: parsePhrase(search) } },
          query.specifications,
        )
      const { english, unknown } = await toEnglish(search)
      const list = await openApproximateList({ ...source, answerJob: deps.answerJob }, kind, english, query)
      const ignored = [...(list.ignored ?? []), ...unknown]
      const rewritten =
        english === search ? list : { ...list, ignored, rewrittenAs: list.rewrittenAs ?? english }
      return addKnownKeys(rewritten, query.specifications)
    },
  }
}
