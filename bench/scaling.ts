import { setTimeout as pause } from 'node:timers/promises'
import { SORTS } from '#contracts/catalogue/sort.ts'
import { listFilterPaths } from './filtered-lists.ts'
import { createRandom } from './part-generator.ts'
import { requestInSeries, type SeriesResult } from './request-series.ts'
import { generateSearches, listTypedPrefixes, SHORT_SEARCHES, shuffle } from './searches.ts'
import { type DataLocation, measureStart, withSite } from './site.ts'
import type { StepRunner } from './steps.ts'

const PAGE_SIZE = 24
const PAGE_COUNT = 10
const FIRST_PAGE_REPEATS = 40
const SEED = 7
/** An overloaded site rejects requests for a moment. */
const RECOVERY_MS = 5000

type SeriesName = 'firstPage' | 'furtherPages' | 'search' | 'shortSearch' | 'suggestions' | 'filters'

/** The latencies with one size of catalogue, one request after the other. A failed series is missing. */
export interface ScalingResult extends Partial<Record<SeriesName, SeriesResult>> {
  items: number
  /** Whether the data is on PostgreSQL instead of in a file. */
  onPostgres: boolean
  startMs: number
}

export interface ScalingOptions {
  starts: number
  searches: number
  /** The time limit of each series. Short searches and filters can take seconds with a million spare parts. */
  timeLimitMs: number
}

/** Starts the site with a catalogue of this size and runs all series whose cost grows with it. */
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
    { series: 'shortSearch', name: 'one and two characters', paths: SHORT_SEARCHES.map(searchPath) },
    { series: 'suggestions', name: 'suggestions', paths: listTypedPrefixes().map(suggestionsPath) },
    { series: 'filters', name: 'filters', paths: listFilterPaths(searchTerms.slice(0, 40)) },
  ]
}

const searchPath = (search: string) =>
  `/api/spareparts?${new URLSearchParams({ limit: String(PAGE_SIZE), approximate: 'true', search })}`
const suggestionsPath = (search: string) => `/api/suggestions?${new URLSearchParams({ search })}`

function repeatShuffled(paths: string[], times: number): string[] {
  const random = createRandom(SEED)
  return Array.from({ length: times }, () => shuffle(paths, random)).flat()
}
