import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from './part-generator.ts'
import { requestInSeries, type SeriesResult } from './request-series.ts'
import { generateSearches, listTypedPrefixes, SHORT_SEARCHES, shuffle } from './searches.ts'
import { type DataLocation, measureStart, withSite } from './site.ts'
import type { StepRunner } from './steps.ts'

const PAGE_SIZE = 24
const PAGE_COUNT = 10
const SORTS = ['featured', 'name', 'price']
const FIRST_PAGE_REPEATS = 40
const SEED = 7
/** A site that was overloaded turns everybody away for a moment. */
const RECOVERY_MS = 5000

type SeriesName = 'firstPage' | 'furtherPages' | 'search' | 'shortSearch' | 'suggestions' | 'facets'

/** How one size of catalogue is answered, one request after the other; a series that failed is missing. */
export interface ScalingResult extends Partial<Record<SeriesName, SeriesResult>> {
  items: number
  /** The data stand on PostgreSQL instead of in a file. */
  onPostgres: boolean
  startMs: number
}

export interface ScalingOptions {
  starts: number
  searches: number
  /** For each series; those of short searches and filters can take seconds each on a million parts. */
  timeLimitMs: number
}

/** Starts the site on a catalogue of so many items and asks everything that grows with it. */
export async function measureScaling(
  location: DataLocation,
  items: number,
  { starts, searches, timeLimitMs }: ScalingOptions,
  step: StepRunner,
): Promise<ScalingResult> {
  const onPostgres = location.databaseUrl !== undefined
  const result: ScalingResult = { items, onPostgres, startMs: await measureStart(location, starts) }
  await withSite(location, async ({ url }) => {
    for (const { series, name, paths } of listSeries(items, searches)) {
      const succeeded = await step(`  ${name}`, async () => {
        result[series] = await requestInSeries(url, paths, timeLimitMs)
      })
      if (!succeeded) await pause(RECOVERY_MS)
    }
  })
  return result
}

function listSeries(
  items: number,
  searches: number,
): { series: SeriesName; name: string; paths: string[] }[] {
  const list = SORTS.map((sort) => `/api/spareparts?limit=${PAGE_SIZE}&sort=${sort}`)
  const further = list.flatMap((path) =>
    Array.from({ length: PAGE_COUNT - 1 }, (_, page) => `${path}&offset=${PAGE_SIZE * (page + 1)}`),
  )
  const searchTerms = generateSearches(items, searches)
  return [
    { series: 'firstPage', name: 'first page', paths: repeatShuffled(list, FIRST_PAGE_REPEATS) },
    { series: 'furtherPages', name: 'pages 2 to 10', paths: repeatShuffled(further, 3) },
    { series: 'search', name: 'searches', paths: searchTerms.map(searchPath) },
    { series: 'shortSearch', name: 'one and two letters', paths: SHORT_SEARCHES.map(searchPath) },
    { series: 'suggestions', name: 'suggestions', paths: listTypedPrefixes().map(suggestionsPath) },
    { series: 'facets', name: 'filters', paths: ['', ...searchTerms.slice(0, 30)].map(facetsPath) },
  ]
}

const searchPath = (search: string) =>
  `/api/spareparts?${new URLSearchParams({ limit: String(PAGE_SIZE), approximate: 'true', search })}`
const suggestionsPath = (search: string) => `/api/suggestions?${new URLSearchParams({ search })}`
const facetsPath = (search: string) => `/api/facets?${new URLSearchParams({ kind: 'spare', search })}`

function repeatShuffled(paths: string[], times: number): string[] {
  const random = createRandom(SEED)
  return Array.from({ length: times }, () => shuffle(paths, random)).flat()
}
