/** Returns the median. Throws if there is no value. */
export function median(values: number[]): number {
  return percentile(values, 50)
}

/** Returns the percentile by the nearest-rank method. Throws if there is no value. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (found === undefined) throw new Error('There is nothing to take a percentile of.')
  return found
}

/** The latencies of a series of requests in milliseconds. */
export interface Latency {
  p50: number
  p99: number
  max: number
  count: number
}

export function summarise(millis: number[]): Latency {
  return {
    p50: median(millis),
    p99: percentile(millis, 99),
    max: Math.max(...millis),
    count: millis.length,
  }
}
