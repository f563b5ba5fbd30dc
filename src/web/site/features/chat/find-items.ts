import type { QueryClient } from '@tanstack/react-query'
import type { SearchedJob } from '#contracts/catalogue/discovery.ts'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { findAskedFacts } from '#contracts/enquiry/asked-facts.ts'
import {
  type ChatItem,
  type ChatPage,
  describesFault,
  FIVE_AXES,
  findAskedSpecifications,
  getItemQuery,
  hasSize,
  listCompared,
  nameColletSize,
  withoutContacts,
} from '#contracts/enquiry/chat.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { AVAILABILITY_TEXTS } from '#contracts/item/terms.ts'
import { DEFAULT_LANGUAGE, getLanguage } from '#messages/language.ts'
import { t } from '#messages/messages.ts'
import { browserApi } from '#web/lib/api/api.ts'
import { createQueryClient } from '#web/lib/api/query-client.ts'
import { buildCatalogueUrl } from '#web/site/catalogue-url.ts'
import { buildComparisonUrl } from '#web/site/items/remembered/compared.ts'
import { itemQuery } from '#web/site/queries/item-queries.ts'
import { getCountParams, type ListPage, type ListParams, listQuery } from '#web/site/queries/list-queries.ts'

const MAX_ITEMS = 3
/** How well the first item must answer a question (`X-Match`). */
const MIN_MATCH = 0.3
/** A question that names a machine or a part number may have many words besides. */
const MIN_MATCH_OF_TYPE = 0.2
/** The reply follows within 2 s of the typing indicator (row CHAT-4). */
const TIMEOUT_MS = 1800

/** The items that answer a question. */
export interface FoundAnswer {
  items: ChatItem[]
  /** The job that the question describes. */
  job?: SearchedJob | undefined
  page?: ChatPage | undefined
  /** Names and sizes of the question that the items lack. */
  missing?: string[]
  /** Whether no item has the sizes of the question. */
  isNearest?: boolean | undefined
  /** What the first item states of what the question asks for, a line for each, after its name. */
  facts?: string | undefined
}

/**
 * Searches the catalogue for what a question names, or for the machines for the job that it describes: at most three items. A
 * question that consists of topics and plain words sends no request (row CHAT-7). Without a connection, or if it takes too long,
 * there are none: the scripted reply follows alone.
 */
export async function findAnswer(client: QueryClient, question: string): Promise<FoundAnswer> {
  const typed = nameColletSize(withoutContacts(question)).slice(0, DISPLAY_LIMITS.searchLength)
  const query = getItemQuery(typed)
  const nothing: FoundAnswer = { items: [] }
  if (!query) return nothing
  const timeout = new Promise<FoundAnswer>((resolve) => setTimeout(() => resolve(nothing), TIMEOUT_MS))
  return Promise.race([search(client, typed, query), timeout]).catch(() => nothing)
}

const load = async (client: QueryClient, kind: Kind, params: ListParams): Promise<ListPage> =>
  (await client.fetchInfiniteQuery(listQuery(kind, params))).pages[0]!

async function search(client: QueryClient, typed: string, query: string): Promise<FoundAnswer> {
  const compared = await findCompared(client, listCompared(typed))
  if (compared) return compared
  if (FIVE_AXES.test(typed)) return findFiveAxes(client)
  const { job } = hasSize(typed) ? await load(client, 'machine', getCountParams(typed)) : {}
  const text = job ? typed : query
  const kinds = describesFault(typed) ? KINDS.filter((kind) => kind !== 'machine') : KINDS
  const counts = job ? [] : await Promise.all(kinds.map((kind) => load(client, kind, getCountParams(text))))
  // A price alone has no words that could match.
  const isTyped = query.search(TYPE) >= 0
  const minMatch = isTyped ? MIN_MATCH_OF_TYPE : MIN_MATCH
  const isFound = ({ match = 0, understood, total }: ListPage) =>
    match >= minMatch || (understood?.search === '' && total > 0)
  if (!job && !counts.some(isFound)) return { items: [] }
  const best = Math.max(...counts.map(({ match = 0 }) => match))
  const tab = kinds[counts.findIndex(({ match = 0 }) => match === best)] ?? 'machine'
  const list = await load(client, tab, { search: text, sort: 'name', limit: MAX_ITEMS })
  const { total, isNearest } = list
  const ignored = (list.ignored ?? []).filter((term) => !ASKS_WHETHER_IT_FITS.test(term))
  const items = keepNamed(list.items, query)
  const lacking = ignored.filter((term) => NAME_OR_SIZE.test(term) && !NUMBER_OF_SOMETHING.test(term))
  const isPartFound = ignored.every((term) => listTypes(term).length > 0)
  const fitting =
    isPartFound && ASKS_WHETHER_IT_FITS.test(typed) ? await findFitting(client, items[0], typed) : undefined
  const facts =
    fitting ?? (job || isNearest || lacking.length > 0 ? undefined : describeFacts(typed, items[0]))
  // The machine of 'belt for CL 20' is no belt.
  const missing = lacking.length === 0 && isTyped ? ignored : lacking
  return {
    items: items.map((item) => toChatItem(item, query)),
    job,
    isNearest,
    missing: facts ? [] : missing,
    facts,
    page:
      !job && total > MAX_ITEMS
        ? { to: buildCatalogueUrl({ tab, search: text }), label: t('Show all {count}', { count: total }) }
        : undefined,
  }
}

function describeFacts(question: string, item: Item | undefined): string | undefined {
  const facts = item ? findAskedFacts(question, item) : []
  return item && facts.length > 0 ? [`${item.name}:`, ...facts].join('\n') : undefined
}

const ASKS_WHETHER_IT_FITS = /\b(?:fits?|fitting|suits?|suitable|compatible|same for)\b/i

/** Which machines a spare part fits, and whether those that the question names are among them. */
async function findFitting(
  client: QueryClient,
  part: Item | undefined,
  question: string,
): Promise<string | undefined> {
  if (part?.kind !== 'spare') return undefined
  const { items: machines = [], total = 0 } =
    (await client.fetchQuery(itemQuery(part.id, 'spare'))).relations.machines ?? {}
  if (machines.length === 0) return undefined
  const fitting = new Set(machines.flatMap(({ name }) => listTypes(name)))
  const ofPart = new Set(listTypes(part.name))
  const asked = listTypes(question).filter((type) => fitting.has(type) || !ofPart.has(type))
  // 'The CL 25 collet' names the part, not where it is to go, if another machine is asked for.
  const targets = asked.length > 1 ? asked.filter((type) => !ofPart.has(type)) : asked
  const more = total - machines.length
  const texts = { part: part.name, machines: machines.map(({ name }) => name).join(', ') }
  const list =
    more > 0
      ? t('{part} fits: {machines} and {count} more.', { ...texts, count: more })
      : t('{part} fits: {machines}.', texts)
  const others =
    more > 0
      ? []
      : await findMachineNames(
          client,
          targets.filter((type) => !fitting.has(type)),
        )
  if (others.length > 0) {
    const names = others.join(', ')
    const note =
      others.length === 1
        ? t('{name} is not among them. Ask us before you order.', { name: names })
        : t('{names} are not among them. Ask us before you order.', { names })
    return `${list} ${note}`
  }
  return targets.length > 0 && targets.every((type) => fitting.has(type)) ? `${t('Yes.')} ${list}` : list
}

/** The names of the machines of these types; what looks like a type and is none has no name. */
async function findMachineNames(client: QueryClient, types: string[]): Promise<string[]> {
  const lists = await Promise.all(
    types.slice(0, MAX_ITEMS).map((search) => load(client, 'machine', { search, sort: 'name', limit: 1 })),
  )
  return lists.flatMap(({ items: [machine] }, index) =>
    machine && listTypes(machine.name).includes(types[index]!) ? [machine.name] : [],
  )
}

const listTypes = (text: string): string[] => (text.match(TYPE) ?? []).map(reduceName)

/** If the first item has the type of the question in its name, only the items that do: a belt for another machine does not fit. */
function keepNamed(items: Item[], query: string): Item[] {
  const types = listTypes(query)
  const hasTypes = ({ name }: Item) => types.every((type) => reduceName(name).includes(type))
  return items[0] && hasTypes(items[0]) ? items.filter(hasTypes) : items
}

const reduceName = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '')
/** 'CL 40', not 'for 40'. */
const TYPE =
  /\b(?!(?:for|fits?|to|of|on|in|with|and|dia|rod|bar|job|nos?|qty|po)\b)[a-z]{2,4}[ -]?\d{2,3}\b/gi

/** 'cl 25', 'kmt-co-2512', '600 kg'; not a number alone. */
const NAME_OR_SIZE = /^[a-z]{2,4}[ -]?\d|^\d[\d.]* ?[a-z]/
/** 'po 4471' and 'qty 20' look like types, and name no item. */
const NUMBER_OF_SOMETHING = /^(?:job|po|dt|nos?|qty|tak|cut)\b/

/** The machines that are to be compared; undefined if fewer than two are found. */
async function findCompared(client: QueryClient, names: string[]): Promise<FoundAnswer | undefined> {
  if (names.length < 2) return undefined
  const lists = await Promise.all(
    names.slice(0, MAX_ITEMS).map((search) => load(client, 'machine', { search, sort: 'name', limit: 1 })),
  )
  const found = lists.flatMap(({ items, match = 0 }) => (match >= MIN_MATCH ? items : []))
  const items = [...new Map(found.map((item) => [item.id, item])).values()]
  if (items.length < 2) return undefined
  return {
    items: items.map((item) => toChatItem(item, '')),
    page: { to: buildComparisonUrl(items.map(({ id }) => id)), label: t('Compare them') },
  }
}

const FOURTH_AXIS = /\b(?:4|four|4th|fourth)[ -]?ax[ei]s\b/i

/** The machines that mention five axes; without any the answer says so, and names those that mention a fourth one. */
async function findFiveAxes(localized: QueryClient): Promise<FoundAnswer> {
  // The words are looked for in the texts as staff have written them.
  const client = getLanguage() === DEFAULT_LANGUAGE ? localized : createQueryClient(browserApi)
  const find = async (search: string, pattern: RegExp) => {
    const { items } = await load(client, 'machine', { search, sort: 'name', limit: MAX_ITEMS })
    return items.flatMap((item) => {
      const { name, description, features, specifications } = item
      const texts = [...features, ...specifications.map((pair) => pair.join(': ')), name, description]
      const text = texts.find((other) => pattern.test(other))
      return text === undefined ? [] : [{ item: toChatItem(item, ''), fact: `${name}: ${text}` }]
    })
  }
  const found = await find('five axis', FIVE_AXES)
  const nearest = found.length > 0 ? [] : await find('fourth axis', FOURTH_AXIS)
  const none = t(
    'No machine in our catalogue mentions five axes. Ask us in the enquiry form whether we can offer one.',
  )
  return {
    items: [...found, ...nearest].map(({ item }) => item),
    facts: [...(found.length > 0 ? [] : [none]), ...[...found, ...nearest].map(({ fact }) => fact)].join(
      '\n',
    ),
  }
}

const toChatItem = (item: Item, query: string): ChatItem => ({
  ...{ id: item.id, kind: item.kind, name: item.name, price: item.price, picture: item.pictures[0] },
  specifications: findAskedSpecifications(query, item.specifications).slice(
    0,
    DISPLAY_LIMITS.cardSpecifications,
  ),
  availability: describeAvailability(item),
})

function describeAvailability({ commercial: { availability, leadTimeDays }, replacedBy }: Item): string {
  if (replacedBy.length > 0)
    return t('Discontinued, replaced by {names}', { names: replacedBy.map(({ name }) => name).join(', ') })
  const days =
    leadTimeDays === null
      ? ''
      : t('lead time {count, plural, one {# day} other {# days}}', { count: leadTimeDays })
  return [availability ? t(AVAILABILITY_TEXTS[availability]) : '', days].filter(Boolean).join(', ')
}
