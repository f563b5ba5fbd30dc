import type { Row } from './budgets.ts'
import type { PageWeight } from './client.ts'
import type { Feel } from './feel.ts'
import type { Growth } from './growth.ts'
import type { LighthouseFigures } from './lighthouse.ts'
import type { Latency } from './statistics.ts'

/** Markdown rules its columns with three characters at least, and so does the project's formatter. */
const NARROWEST = 3

/** Lines of Markdown that read well as they are; all columns but the first stand to the right. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(NARROWEST, title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

export const budgetTable = (rows: Row[]): string =>
  table(
    ['', 'Budget', 'Measured', 'Ratio to bare', ''],
    rows.map(({ name, budget, measured, ratio, verdict }) => [name, budget, measured, ratio, verdict]),
  )

const columnName = ({ items, onPostgres }: Growth) =>
  `${items.toLocaleString('en')} items${onPostgres ? ', PostgreSQL' : ''}`

/** One column a size. */
export function growthTable(sizes: Growth[]): string {
  const row = (name: string, read: (size: Growth) => string | undefined) => [
    name,
    ...sizes.map((size) => read(size) ?? '-'),
  ]
  const usualAndWorst = (latency: Latency | undefined) =>
    latency && `${latency.p50.toFixed(1)} / ${latency.p99.toFixed(1)}`
  return table(
    ['Milliseconds', ...sizes.map(columnName)],
    [
      row('Start', ({ startMs }) => startMs.toFixed(0)),
      row('First page, p50 / p99', ({ firstPage }) => usualAndWorst(firstPage?.all)),
      row('Pages 2 to 10, p50 / p99', ({ furtherPages }) => usualAndWorst(furtherPages?.all)),
      row('Search, p50 / p99', ({ search }) => usualAndWorst(search?.all)),
      row('Search, max', ({ search }) => search?.all.max.toFixed(1)),
      row('Search, asked first, p50 / p99', ({ search }) => usualAndWorst(search?.first)),
      row('Searches, different ones', ({ search }) => search && `${search.all.count}, ${search.first.count}`),
      row('Slowest search', ({ search }) => search && new URLSearchParams(search.slowest).get('search')!),
      row('One and two letters, p50 / p99', ({ shortSearch }) => usualAndWorst(shortSearch?.all)),
      row('Suggestions, p50 / p99', ({ suggestions }) => usualAndWorst(suggestions?.all)),
      row('Filters, p50 / p99', ({ facets }) => usualAndWorst(facets?.all)),
    ],
  )
}

export const weightTable = (weights: Record<string, PageWeight>): string =>
  table(
    ['First visit, kB', 'HTML', 'Program', 'Styles', 'Fonts', 'Pictures'],
    Object.entries(weights).map(([page, { html, js, css, fonts, images }]) => [
      page,
      ...[html, js, css, fonts, images].map((kilobytes) => kilobytes.toFixed(1)),
    ]),
  )

export const lighthouseTable = (pages: Record<string, LighthouseFigures>): string =>
  table(
    ['Lighthouse', 'Performance', 'First paint ms', 'Largest paint ms', 'Blocked ms', 'Layout shift'],
    Object.entries(pages).map(([page, figures]) => [
      page,
      String(figures.performance),
      ...[figures.firstPaintMs, figures.largestPaintMs, figures.blockedMs].map((ms) => ms.toFixed(0)),
      figures.layoutShift.toFixed(3),
    ]),
  )

export const feelTable = ({ navigationMs, inpMs }: Feel): string =>
  table(
    ['What a visitor feels', 'Milliseconds'],
    [...Object.entries(navigationMs), ...Object.entries(inpMs)].map(([what, ms]) => [what, String(ms)]),
  )
