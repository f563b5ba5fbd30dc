import type { QueryClient } from '@tanstack/react-query'
import type { ItemSummary, SearchedJob } from '#contracts/catalogue/discovery.ts'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import {
  asksForSpareParts,
  type ChatItem,
  getItemQuery,
  hasSize,
  isMeantItem,
  statesSize,
  withoutContacts,
} from '#contracts/enquiry/chat.ts'
import { getCode } from '#contracts/item/code.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { suggestionsQuery } from '#web/site/queries/discovery-queries.ts'
import { itemQuery } from '#web/site/queries/item-queries.ts'

const MAX_CANDIDATES = 6
const MAX_ITEMS = 3
const MAX_LOOKUPS = 3
/** The reply follows within 2 s of the typing indicator (row CHAT-4). */
const TIMEOUT_MS = 1800

/** The items that answer a question, and the job that it describes. */
export interface FoundAnswer {
  items: ChatItem[]
  job?: SearchedJob | undefined
}

/**
 * Finds the items that a question names, at most three, or the machines for the job that it describes. A question that
 * consists of topics and plain words sends no request (row CHAT-7). Without a connection, or if it takes too long, there are
 * none: the scripted reply follows alone.
 */
export async function findAnswer(client: QueryClient, question: string): Promise<FoundAnswer> {
  const typed = withoutContacts(question).slice(0, DISPLAY_LIMITS.searchLength)
  const query = getItemQuery(typed)
  const nothing: FoundAnswer = { items: [] }
  if (!query) return nothing
  const timeout = new Promise<FoundAnswer>((resolve) => setTimeout(() => resolve(nothing), TIMEOUT_MS))
  return Promise.race([loadAnswer(client, typed, query), timeout]).catch(() => nothing)
}

async function loadAnswer(client: QueryClient, typed: string, query: string): Promise<FoundAnswer> {
  const asksForParts = asksForSpareParts(typed)
  const load = (items: ItemSummary[]) =>
    Promise.all(items.map(({ id, kind }) => client.fetchQuery(itemQuery(id, kind))))
  const toItem = ({ pictures: [picture], specifications, relations, slug, ...item }: Item): ChatItem => ({
    ...{ id: item.id, kind: item.kind, name: item.name, price: item.price, picture },
    specifications: [...specifications]
      .sort(([, a], [, b]) => Number(statesSize(query, b)) - Number(statesSize(query, a)))
      .slice(0, DISPLAY_LIMITS.cardSpecifications),
    ...(asksForParts && relations.parts && { partsOf: slug }),
  })
  if (hasSize(typed) && !asksForParts) {
    const { job, items } = await client.fetchQuery(suggestionsQuery(typed))
    if (job) return { job, items: (await load(items.slice(0, MAX_ITEMS))).map(toItem) }
  }
  const candidates = await load((await findSummaries(client, query)).slice(0, MAX_CANDIDATES))
  const meant = candidates.filter((item) => isMeantItem(query, { ...item, code: getCode(item) }))
  // 'CL 40' is the machine of this name, and not every part for it.
  const isNamed = meant[0]?.name.toLowerCase().startsWith(query.toLowerCase())
  return { items: meant.slice(0, isNamed ? 1 : MAX_ITEMS).map(toItem) }
}

/** The suggestions for a query; if there are none, for its last words: 'belt CL 40' instead of 'drive belt CL 40'. */
async function findSummaries(client: QueryClient, query: string): Promise<ItemSummary[]> {
  const words = query.split(' ')
  for (const text of Array.from({ length: MAX_LOOKUPS }, (_, skipped) => words.slice(skipped).join(' '))) {
    const { items } = text ? await client.fetchQuery(suggestionsQuery(text)) : { items: [] }
    if (items.length > 0) return items
  }
  return []
}
