import type { Row } from './budgets.ts'
import type { InteractionLatency } from './interaction-latency.ts'
import type { LighthouseMetrics } from './lighthouse.ts'
import type { PageWeight } from './page-weight.ts'
import type { ScalingResult } from './scaling.ts'
import type { Latency } from './statistics.ts'

/** Markdown and the project's formatter need at least three characters per column. */
const MIN_COLUMN_WIDTH = 3

/** Returns a Markdown table with aligned columns; all columns but the first are right-aligned. */
function renderTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(MIN_COLUMN_WIDTH, title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

export const budgetTable = (rows: Row[]): string =>
  renderTable(
    ['', 'Budget', 'Measured', 'Ratio to bare', ''],
    rows.map(({ name, budget, measured, ratio, verdict }) => [name, budget, measured, ratio, verdict]),
  )

const formatColumnName = ({ items, onPostgres }: ScalingResult) =>
  `${items.toLocaleString('en')} items${onPostgres ? ', PostgreSQL' : ''}`

/** Returns a table with one column per size. */
export function scalingTable(sizes: ScalingResult[]): string {
  const row = (name: string, read: (size: ScalingResult) => string | undefined) => [
    name,
    ...sizes.map((size) => read(size) ?? '-'),
  ]
  const formatPercentiles = (latency: Latency | undefined) =>
    latency && `${latency.p50.toFixed(1)} / ${latency.p99.toFixed(1)}`
  return renderTable(
    ['Milliseconds', ...sizes.map(formatColumnName)],
    [
      row('Start', ({ startMs }) => startMs.toFixed(0)),
      row('First page, p50 / p99', ({ firstPage }) => formatPercentiles(firstPage?.all)),
      row('Pages 2 to 10, p50 / p99', ({ furtherPages }) => formatPercentiles(furtherPages?.all)),
      row('Search, p50 / p99', ({ search }) => formatPercentiles(search?.all)),
      row('Search, max', ({ search }) => search?.all.max.toFixed(1)),
      row('Search, first request, p50 / p99', ({ search }) => formatPercentiles(search?.first)),
      row('Searches, different ones', ({ search }) => search && `${search.all.count}, ${search.first.count}`),
      row('Slowest search', ({ search }) => search && new URLSearchParams(search.slowest).get('search')!),
      row('One and two characters, p50 / p99', ({ shortSearch }) => formatPercentiles(shortSearch?.all)),
      row('Suggestions, p50 / p99', ({ suggestions }) => formatPercentiles(suggestions?.all)),
      row('Filters, p50 / p99', ({ filters }) => formatPercentiles(filters?.all)),
      row('Slowest filters', ({ filters }) => filters && decodeURIComponent(filters.slowest.split('?')[1]!)),
    ],
  )
}

export const pageWeightTable = (weights: Record<string, PageWeight>): string =>
  renderTable(
    ['First visit, kB', 'HTML', 'Program', 'Styles', 'Fonts', 'Pictures'],
    Object.entries(weights).map(([page, { html, js, css, fonts, images }]) => [
      page,
      ...[html, js, css, fonts, images].map((kilobytes) => kilobytes.toFixed(1)),
    ]),
  )

export const lighthouseTable = (pages: Record<string, LighthouseMetrics>): string =>
  renderTable(
    ['Lighthouse', 'Performance', 'First paint ms', 'Largest paint ms', 'Blocked ms', 'Layout shift'],
    Object.entries(pages).map(([page, result]) => [
      page,
      String(result.performance),
      ...[result.firstPaintMs, result.largestPaintMs, result.blockedMs].map((ms) => ms.toFixed(0)),
      result.layoutShift.toFixed(3),
    ]),
  )

export const latencyTable = ({ navigationMs, inpMs }: InteractionLatency): string =>
  renderTable(
    ['Interaction latency', 'Milliseconds'],
    [...Object.entries(navigationMs), ...Object.entries(inpMs)].map(([what, ms]) => [what, String(ms)]),
  )
