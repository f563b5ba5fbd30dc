import type { Row } from './budgets.ts'
import type { PageWeight } from './client.ts'
import type { Growth } from './growth.ts'
import type { LighthouseFigures } from './lighthouse.ts'

/** Lines of Markdown that read well as they are; all columns but the first stand to the right. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
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

/** One column a size. */
export function growthTable(sizes: Growth[]): string {
  const row = (name: string, read: (size: Growth) => string) => [name, ...sizes.map(read)]
  return table(
    ['Milliseconds', ...sizes.map(({ items }) => `${items.toLocaleString('en')} items`)],
    [
      row('Start', ({ startMs }) => startMs.toFixed(0)),
      row('First page, p50 / p99', ({ firstPage: { all } }) => pair(all.p50, all.p99)),
      row('Pages 2 to 10, p50 / p99', ({ furtherPages: { all } }) => pair(all.p50, all.p99)),
      row('Search, p50 / p99', ({ search: { all } }) => pair(all.p50, all.p99)),
      row('Search, max', ({ search: { all } }) => all.max.toFixed(1)),
      row('Search, asked first, p50 / p99', ({ search: { first } }) => pair(first.p50, first.p99)),
      row('Searches, different ones', ({ search: { all, first } }) => `${all.count}, ${first.count}`),
      row('Slowest search', ({ search: { slowest } }) => new URLSearchParams(slowest).get('search') ?? ''),
      row('One and two letters, p50 / max', ({ shortSearch: { all } }) => pair(all.p50, all.max)),
      row('Suggestions, p50 / p99', ({ suggestions: { all } }) => pair(all.p50, all.p99)),
      row('Filters, p50 / p99', ({ facets: { all } }) => pair(all.p50, all.p99)),
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

const pair = (one: number, other: number) => `${one.toFixed(1)} / ${other.toFixed(1)}`
