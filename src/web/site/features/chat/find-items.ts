import type { QueryClient } from '@tanstack/react-query'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import {
  asksForSpareParts,
  type ChatItem,
  getItemQuery,
  isMeantItem,
  statesSize,
  withoutContacts,
} from '#contracts/enquiry/chat.ts'
import { getCode } from '#contracts/item/code.ts'
import { suggestionsQuery } from '#web/site/queries/discovery-queries.ts'
import { itemQuery } from '#web/site/queries/item-queries.ts'

const MAX_CANDIDATES = 6
const MAX_ITEMS = 3
const MAX_LOOKUPS = 3
/** The reply follows within 2 s of the typing indicator (row CHAT-4). */
const TIMEOUT_MS = 1800

/**
 * Finds the items that a question names, at most three. A question that consists of topics and plain words sends no request
 * (row CHAT-7). Without a connection, or if it takes too long, there are none: the scripted reply follows alone.
 */
export async function findItems(client: QueryClient, question: string): Promise<ChatItem[]> {
  const query = getItemQuery(withoutContacts(question)).slice(0, DISPLAY_LIMITS.searchLength)
  if (!query) return []
  const timeout = new Promise<ChatItem[]>((resolve) => setTimeout(() => resolve([]), TIMEOUT_MS))
  return Promise.race([loadItems(client, query, asksForSpareParts(question)), timeout]).catch(() => [])
}

async function loadItems(client: QueryClient, query: string, asksForParts: boolean): Promise<ChatItem[]> {
  const items = await findSummaries(client, query)
  const candidates = await Promise.all(
    items.slice(0, MAX_CANDIDATES).map(({ id, kind }) => client.fetchQuery(itemQuery(id, kind))),
  )
  const meant = candidates.filter((item) => isMeantItem(query, { ...item, code: getCode(item) }))
  // 'CL 40' is the machine of this name, and not every part for it.
  const isNamed = meant[0]?.name.toLowerCase().startsWith(query.toLowerCase())
  return meant
    .slice(0, isNamed ? 1 : MAX_ITEMS)
    .map(({ id, slug, kind, name, price, pictures: [picture], specifications, relations }) => ({
      id,
      kind,
      name,
      price,
      picture,
      specifications: [...specifications]
        .sort(([, a], [, b]) => Number(statesSize(query, b)) - Number(statesSize(query, a)))
        .slice(0, DISPLAY_LIMITS.cardSpecifications),
      ...(asksForParts && relations.parts && { partsOf: slug }),
    }))
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
