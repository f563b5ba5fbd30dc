import { setTimeout as pause } from 'node:timers/promises'
import { sequence } from './parts-list.ts'
import { SHORT_SEARCHES, shuffled, typedSearches, visitorSearches } from './searches.ts'
import { type Answered, askInTurn } from './series.ts'
import { type DataPlace, measureStart, withSite } from './site.ts'
import type { Step } from './step.ts'

const PAGE = 24
const PAGES = 10
const SORTS = ['featured', 'name', 'price']
const FIRST_PAGE_TIMES = 40
const SEED = 7
/** A site that was overloaded turns everybody away for a moment. */
const RECOVERY_MS = 5000

type Series = 'firstPage' | 'furtherPages' | 'search' | 'shortSearch' | 'suggestions' | 'facets'

/** How one size of catalogue is answered, one request after the other; a series that failed is missing. */
export interface Growth extends Partial<Record<Series, Answered>> {
  items: number
  /** The data stand on PostgreSQL instead of in a file. */
  onPostgres: boolean
  startMs: number
}

export interface GrowthEffort {
  starts: number
  searches: number
  /** For each series; those of short searches and filters can take seconds each on a million parts. */
  boundMs: number
}

/** Starts the site on a catalogue of so many items and asks everything that grows with it. */
export async function measureGrowth(
  place: DataPlace,
  items: number,
  { starts, searches, boundMs }: GrowthEffort,
  step: Step,
): Promise<Growth> {
  const onPostgres = place.databaseUrl !== undefined
  const growth: Growth = { items, onPostgres, startMs: await measureStart(place, starts) }
  await withSite(place, async ({ url }) => {
    for (const { series, name, paths } of everySeries(items, searches)) {
      const went = await step(`  ${name}`, async () => {
        growth[series] = await askInTurn(url, paths, boundMs)
      })
      if (!went) await pause(RECOVERY_MS)
    }
  })
  return growth
}

function everySeries(items: number, searches: number): { series: Series; name: string; paths: string[] }[] {
  const list = SORTS.map((sort) => `/api/spareparts?limit=${PAGE}&sort=${sort}`)
  const further = list.flatMap((path) =>
    Array.from({ length: PAGES - 1 }, (_, page) => `${path}&offset=${PAGE * (page + 1)}`),
  )
  const wanted = visitorSearches(items, searches)
  return [
    { series: 'firstPage', name: 'first page', paths: repeated(list, FIRST_PAGE_TIMES) },
    { series: 'furtherPages', name: 'pages 2 to 10', paths: repeated(further, 3) },
    { series: 'search', name: 'searches', paths: wanted.map(searchPath) },
    { series: 'shortSearch', name: 'one and two letters', paths: SHORT_SEARCHES.map(searchPath) },
    { series: 'suggestions', name: 'suggestions', paths: typedSearches().map(suggestionsPath) },
    { series: 'facets', name: 'filters', paths: ['', ...wanted.slice(0, 30)].map(facetsPath) },
  ]
}

const searchPath = (search: string) =>
  `/api/spareparts?${new URLSearchParams({ limit: String(PAGE), approximate: 'true', search })}`
const suggestionsPath = (search: string) => `/api/suggestions?${new URLSearchParams({ search })}`
const facetsPath = (search: string) => `/api/facets?${new URLSearchParams({ kind: 'spare', search })}`

function repeated(paths: string[], times: number): string[] {
  const random = sequence(SEED)
  return Array.from({ length: times }, () => shuffled(paths, random)).flat()
}
