import type { Figure, Figures } from './budgets.ts'
import type { Compared } from './compare.ts'
import type { Measured } from './measure.ts'

/** What was measured, under the names of the table's lines; what was not is left out. */
export function figuresOf(measured: Measured): Figures {
  return { ...clientFigures(measured), ...servingFigures(measured), ...growthFigures(measured) }
}

function clientFigures({ weights, lighthouse, feel }: Measured): Figures {
  const figures: Figures = {}
  if (weights) {
    for (const [page, { js }] of Object.entries(weights)) figures[`js-${page}`] = { value: js }
    const largest = (part: 'css' | 'fonts' | 'fontFiles') =>
      Math.max(...Object.values(weights).map((weight) => weight[part]))
    figures.css = { value: largest('css') }
    figures.fonts = { value: largest('fonts') }
    figures['font-files'] = { value: largest('fontFiles') }
  }
  if (lighthouse) {
    const pages = Object.entries(lighthouse)
    for (const [page, { performance }] of pages) figures[`performance-${page}`] = { value: performance }
    for (const score of ['accessibility', 'best-practices', 'seo'] as const)
      figures[score] = { value: Math.min(...pages.map(([, page]) => page[score])) }
    figures['layout-shift'] = { value: Math.max(...pages.map(([, page]) => page.layoutShift)) }
  }
  if (feel) {
    figures['felt-navigation'] = { value: Math.max(...Object.values(feel.navigationMs)) }
    figures['felt-inp'] = { value: Math.max(...Object.values(feel.inpMs)) }
    figures['felt-return'] = { value: Number(feel.bfcache) }
  }
  return figures
}

function servingFigures(measured: Measured): Figures {
  const { cached, api, uncachedMs, memoryIdleMb, memoryLoadedMb, upload } = measured
  return {
    ...named('cached', cached, compared),
    ...named('api', api, compared),
    ...named('uncached', uncachedMs, plain),
    ...named('memory', { idle: memoryIdleMb, loaded: memoryLoadedMb, upload: upload?.peakMb }, plain),
    ...named('upload', { others: upload?.meanwhile?.p99 }, plain),
  }
}

function growthFigures({ growth }: Measured): Figures {
  const figures: Figures = {}
  for (const { items, onPostgres, startMs, firstPage, search } of growth) {
    if (onPostgres) {
      if (search) figures['search-postgres'] = { value: search.all.p99 }
      continue
    }
    figures[`start-${items}`] = { value: startMs }
    if (firstPage) figures[`first-page-${items}`] = { value: firstPage.all.p99 }
    if (search) figures[`search-${items}`] = { value: search.all.p99 }
  }
  return figures
}

const compared = ({ perSecond, ratio }: Compared): Figure => ({ value: perSecond, ratio })
const plain = (value: number): Figure => ({ value })

function named<Value>(
  group: string,
  values: Record<string, Value | undefined> = {},
  read: (value: Value) => Figure,
): Figures {
  const there = Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  return Object.fromEntries(there.map(([name, value]) => [`${group}-${name}`, read(value)]))
}
