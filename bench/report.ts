import type { Metric, Metrics } from './budgets.ts'
import type { Comparison } from './compare.ts'
import type { Measurements } from './measure.ts'

/** The measured values by the names of the budget rows. Missing values are omitted. */
export function toMetrics(measured: Measurements): Metrics {
  return {
    ...toClientMetrics(measured),
    ...toServerMetrics(measured),
    ...toScalingMetrics(measured),
    ...toImportMetrics(measured),
  }
}

function toClientMetrics({ weights, lighthouse, interactionLatency }: Measurements): Metrics {
  const metrics: Metrics = {}
  if (weights) {
    for (const [page, { js }] of Object.entries(weights)) metrics[`js-${page}`] = { value: js }
    const largest = (part: 'css' | 'fonts' | 'fontFiles') =>
      Math.max(...Object.values(weights).map((weight) => weight[part]))
    metrics.css = { value: largest('css') }
    metrics.fonts = { value: largest('fonts') }
    metrics['font-files'] = { value: largest('fontFiles') }
  }
  if (lighthouse) {
    const pages = Object.entries(lighthouse)
    for (const [page, { performance }] of pages) metrics[`performance-${page}`] = { value: performance }
    for (const score of ['accessibility', 'best-practices', 'seo'] as const)
      metrics[score] = { value: Math.min(...pages.map(([, page]) => page[score])) }
    metrics['layout-shift'] = { value: Math.max(...pages.map(([, page]) => page.layoutShift)) }
  }
  if (interactionLatency) {
    metrics['felt-navigation'] = { value: Math.max(...Object.values(interactionLatency.navigationMs)) }
    metrics['felt-inp'] = { value: Math.max(...Object.values(interactionLatency.inpMs)) }
    metrics['felt-return'] = { value: Number(interactionLatency.bfcache) }
  }
  return metrics
}

function toServerMetrics(measured: Measurements): Metrics {
  const { cached, api, uncachedMs, memoryIdleMb, memoryLoadedMb, upload } = measured
  return {
    ...toMetricGroup('cached', cached, toComparisonMetric),
    ...toMetricGroup('api', api, toComparisonMetric),
    ...toMetricGroup('uncached', uncachedMs, toPlainMetric),
    ...toMetricGroup(
      'memory',
      { idle: memoryIdleMb, loaded: memoryLoadedMb, upload: upload?.peakMb },
      toPlainMetric,
    ),
    ...toMetricGroup('upload', { others: upload?.background.latency?.p99 }, toPlainMetric),
  }
}

function toScalingMetrics({ scaling }: Measurements): Metrics {
  const metrics: Metrics = {}
  for (const { items, onPostgres, startMs, firstPage, search, filters } of scaling) {
    if (onPostgres) {
      if (search) metrics['search-postgres'] = { value: search.all.p99 }
      if (filters) metrics['filters-postgres'] = { value: filters.all.p99 }
      continue
    }
    metrics[`start-${items}`] = { value: startMs }
    if (firstPage) metrics[`first-page-${items}`] = { value: firstPage.all.p99 }
    if (search) metrics[`search-${items}`] = { value: search.all.p99 }
    if (filters) metrics[`filters-${items}`] = { value: filters.all.p99 }
  }
  return metrics
}

function toImportMetrics({ imports }: Measurements): Metrics {
  const metrics: Metrics = {}
  for (const [engine, { readSeconds, applySeconds, peakMb, background }] of Object.entries(imports)) {
    metrics[`import-${engine}`] = { value: readSeconds + applySeconds }
    metrics[`import-memory-${engine}`] = { value: peakMb }
    metrics[`import-others-${engine}`] = { value: background.latency?.p99 ?? Number.NaN }
  }
  return metrics
}

const toComparisonMetric = ({ perSecond, ratio }: Comparison): Metric => ({ value: perSecond, ratio })
const toPlainMetric = (value: number): Metric => ({ value })

function toMetricGroup<Value>(
  group: string,
  values: Record<string, Value | undefined> = {},
  read: (value: Value) => Metric,
): Metrics {
  const present = Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [`${group}-${name}`, read(value)]))
}
