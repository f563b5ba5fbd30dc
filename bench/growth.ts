import { sequence } from './parts-list.ts'
import { SHORT_SEARCHES, shuffled, typedSearches, visitorSearches } from './searches.ts'
import { type Answered, askInTurn } from './series.ts'
import { measureStart, withSite } from './site.ts'

const PAGE = 24
const PAGES = 10
const SORTS = ['featured', 'name', 'price']
const FIRST_PAGE_TIMES = 40
const SEED = 7

/** How one size of catalogue is answered, one request after the other. */
export interface Growth {
  items: number
  startMs: number
  /** Every order of the list. */
  firstPage: Answered
  /** The second to the tenth page in every order. */
  furtherPages: Answered
  search: Answered
  /** One and two letters. */
  shortSearch: Answered
  suggestions: Answered
  facets: Answered
}

export interface GrowthEffort {
  starts: number
  searches: number
  /** For each series; those of short searches and filters can take seconds each on a million parts. */
  boundMs: number
}

/** Starts the site on a catalogue of so many items and asks everything that grows with it. */
export async function measureGrowth(dataDir: string, items: number, effort: GrowthEffort): Promise<Growth> {
  const startMs = await measureStart(dataDir, effort.starts)
  const answered = await withSite(dataDir, ({ url }) => askEverything(url, items, effort))
  return { items, startMs, ...answered }
}

async function askEverything(url: string, items: number, { searches, boundMs }: GrowthEffort) {
  const ask = (paths: string[]) => askInTurn(url, paths, boundMs)
  const list = SORTS.map((sort) => `/api/spareparts?limit=${PAGE}&sort=${sort}`)
  const further = list.flatMap((path) =>
    Array.from({ length: PAGES - 1 }, (_, page) => `${path}&offset=${PAGE * (page + 1)}`),
  )
  const wanted = visitorSearches(items, searches)
  return {
    firstPage: await ask(repeated(list, FIRST_PAGE_TIMES)),
    furtherPages: await ask(repeated(further, 3)),
    search: await ask(wanted.map(searchPath)),
    shortSearch: await ask(SHORT_SEARCHES.map(searchPath)),
    suggestions: await ask(typedSearches().map(suggestionsPath)),
    facets: await ask(['', ...wanted.slice(0, 30)].map(facetsPath)),
  }
}

const searchPath = (search: string) =>
  `/api/spareparts?${new URLSearchParams({ limit: String(PAGE), approximate: 'true', search })}`
const suggestionsPath = (search: string) => `/api/suggestions?${new URLSearchParams({ search })}`
const facetsPath = (search: string) => `/api/facets?${new URLSearchParams({ kind: 'spare', search })}`

function repeated(paths: string[], times: number): string[] {
  const random = sequence(SEED)
  return Array.from({ length: times }, () => shuffled(paths, random)).flat()
}
