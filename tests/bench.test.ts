import { describe, expect, test } from 'vitest'
import { evaluateBudgets, getExitCode, type Metrics } from '../bench/budgets.ts'
import { parseWrk } from '../bench/load.ts'
import { generatePart } from '../bench/part-generator.ts'
import { generateSearches } from '../bench/searches.ts'
import { percentile } from '../bench/statistics.ts'

/** Figures that keep every budget, the limits themselves among them. */
const PASSING_METRICS: Metrics = Object.fromEntries([
  ...['js-landing', 'js-catalogue', 'js-details', 'js-admin'].map((id) => [id, { value: 95 }]),
  ...['css', 'fonts'].map((id) => [id, { value: 15 }]),
  ['font-files', { value: 2 }],
  ...['landing', 'catalogue', 'details'].map((page) => [`performance-${page}`, { value: 98 }]),
  ...['accessibility', 'best-practices', 'seo'].map((id) => [id, { value: 100 }]),
  ['layout-shift', { value: 0.0099 }],
  ...['felt-navigation', 'felt-inp'].map((id) => [id, { value: 99 }]),
  ['felt-return', { value: 1 }],
  ...['landing', 'catalogue', 'details'].map((page) => [`cached-${page}`, { value: 9000, ratio: 0.75 }]),
  ['uncached-landing', { value: 3 }],
  ...['api-machines', 'api-spares'].map((id) => [id, { value: 9000, ratio: 0.5 }]),
  ['search-100000', { value: 25 }],
  ['search-postgres', { value: 25 }],
  ...['search-1000000', 'first-page-1000000'].map((id) => [id, { value: 50 }]),
  ...['filters-100000', 'filters-postgres'].map((id) => [id, { value: 60 }]),
  ['filters-1000000', { value: 250 }],
  ...['start-125', 'start-1000000'].map((id) => [id, { value: 1500 }]),
  ['memory-idle', { value: 160 }],
  ['memory-loaded', { value: 350 }],
  ['memory-upload', { value: 500 }],
  ['upload-others', { value: 100 }],
  ...['sqlite', 'postgres'].flatMap((engine) => [
    [`import-${engine}`, { value: 90 }],
    [`import-memory-${engine}`, { value: 500 }],
    [`import-others-${engine}`, { value: 100 }],
  ]),
])

describe('benchmark budgets', () => {
  test('A run exits with 0 when every value equals its budget', () => {
    const rows = evaluateBudgets(PASSING_METRICS, true)
    expect(rows.filter(({ verdict }) => verdict === 'BROKEN')).toEqual([])
    expect(getExitCode(rows)).toBe(0)
  })

  test.each([
    ['js-landing', { value: 95.1 }],
    ['performance-details', { value: 97 }],
    ['layout-shift', { value: 0.01 }],
    ['cached-catalogue', { value: 99_000, ratio: 0.74 }],
    ['api-spares', { value: 99_000 }],
    ['memory-idle', { value: Number.NaN }],
    ['search-100000', { value: 25.1 }],
    ['filters-1000000', { value: 250.1 }],
  ])('A run exits with 1 when %s is %j', (id, metric) => {
    const rows = evaluateBudgets({ ...PASSING_METRICS, [id]: metric }, true)
    expect(rows.filter(({ verdict }) => verdict === 'BROKEN')).toHaveLength(1)
    expect(getExitCode(rows)).toBe(1)
  })

  test.each(Object.keys(PASSING_METRICS))('A run exits with 1 when %s is missing', (id) => {
    const { [id]: _, ...others } = PASSING_METRICS
    expect(getExitCode(evaluateBudgets(others, true))).toBe(1)
  })

  test('A quick run needs all values but those of large catalogues and interactions', () => {
    const isLarge = (id: string) => /^felt-|^import-|-(?:100000|1000000|postgres)$/.test(id)
    const small = Object.fromEntries(Object.entries(PASSING_METRICS).filter(([id]) => !isLarge(id)))
    expect(getExitCode(evaluateBudgets(small, false))).toBe(0)
    const { css: _, ...others } = small
    expect(getExitCode(evaluateBudgets(others, false))).toBe(1)
  })

  test('A row shows the budget, the measured value and the ratio to a bare server', () => {
    const rows = evaluateBudgets(
      { ...PASSING_METRICS, 'cached-landing': { value: 6369.5, ratio: 0.3312 } },
      true,
    )
    expect(rows.find(({ name }) => name === 'Cached landing page')).toEqual({
      name: 'Cached landing page',
      budget: '≥ 0.75 of bare',
      measured: '6,370/s',
      ratio: '0.33',
      verdict: 'BROKEN',
    })
  })

  test('percentile uses the nearest-rank method', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([percentile(hundred, 50), percentile(hundred, 99), percentile([7], 99)]).toEqual([50, 99, 7])
    expect(() => percentile([], 50)).toThrow()
  })
})

const WRK = `Running 1s test @ http://127.0.0.1:3000/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     5.10ms    3.33ms  47.83ms   86.38%
    Req/Sec     6.44k     1.63k    8.54k    50.00%
  Latency Distribution
     50%  950.00us
     75%    5.34ms
     90%    8.66ms
     99%    1.02s
  6437 requests in 1.01s, 102.86MB read
TROUBLE
Requests/sec:   6369.50
Transfer/sec:    101.78MB
`

describe('parsing the output of wrk', () => {
  test('parseWrk returns requests per second and latencies in milliseconds', () => {
    expect(parseWrk(WRK.replace('TROUBLE\n', ''))).toEqual({ perSecond: 6369.5, p50Ms: 0.95, p99Ms: 1020 })
  })

  test.each([
    '  Socket errors: connect 0, read 3, write 0, timeout 0',
    '  Socket errors: connect 0, read 0, write 0, timeout 1',
    '  Non-2xx or 3xx responses: 205',
  ])('parseWrk throws when wrk reports %j', (trouble) => {
    expect(() => parseWrk(WRK.replace('TROUBLE', trouble))).toThrow(trouble.trim())
  })

  test('parseWrk throws when the output contains no results', () => {
    expect(() => parseWrk('unable to connect to 127.0.0.1:3000 Connection refused')).toThrow(
      'Connection refused',
    )
  })
})

describe('generated data', () => {
  test('generatePart returns the same spare part for the same index in any order of calls', () => {
    const part = generatePart(123_456)
    generatePart(5)
    expect(generatePart(123_456)).toEqual(part)
    expect(part).toMatchObject({ name: 'Lead screw nut, 6 mm pitch, type 2N9C', pricePaise: 2_834_500 })
    expect(generatePart(123_457)).not.toEqual(part)
  })

  test('generateSearches returns the same list with a Zipf distribution every time', () => {
    const searches = generateSearches(100_000, 400)
    expect(generateSearches(100_000, 400)).toEqual(searches)
    const times = [...Map.groupBy(searches, (search) => search).values()].map(({ length }) => length)
    expect(times.length).toBeGreaterThan(80)
    expect(Math.max(...times)).toBeGreaterThan(30)
  })
})
