/** A value of a specification, with the item that has it. */
export interface SiblingValue {
  rowId: number
  value: number
}

/** A value far off its siblings. */
export interface Outlier extends SiblingValue {
  /** The median of the siblings. */
  median: number
  /** What the value probably should be: a tenth, ten times, and so on; undefined if no such value is among the siblings. */
  suggestion: number | undefined
}

/** Fewer values say nothing about what is usual. */
export const MIN_SIBLINGS = 5
/** Decimal logarithms. A value is an outlier from about a sixth or six times the median on, ... */
const MIN_DEVIATION = 0.75
/** ... and at this many times the usual deviation of the siblings, ... */
const MIN_SPREADS = 4
/** ... if it is also at least three times beyond all siblings, and the wider their range, the more. */
const MIN_GAP = Math.log10(3)
const MIN_GAP_PER_RANGE = 0.5
/** Of a few values the range is hardly known: a short part among long ones is no error. */
const FEW_VALUES = 10
const MIN_GAP_PER_RANGE_OF_FEW = 1
/** More wrong values than this share are a second usual size. */
const MAX_SHARE = 0.15

/**
 * Returns the values that are about ten times off those of their siblings: items of one category with the same
 * specification and unit. Deviations are measured as ratios, and by the siblings' own spread, so that sizes from 20 to 1,000
 * are no outliers of each other.
 */
export function findOutliers(values: readonly SiblingValue[]): Outlier[] {
  const positive = values.filter(({ value }) => value > 0)
  if (positive.length <= MIN_SIBLINGS) return []
  const logs = positive.map(({ value }) => Math.log10(value)).sort((a, b) => a - b)
  const center = getMedian(logs)
  const spread = getMedian(logs.map((log) => Math.abs(log - center)).sort((a, b) => a - b))
  const limit = Math.max(MIN_DEVIATION, MIN_SPREADS * spread)
  const usual = logs.filter((log) => Math.abs(log - center) < limit)
  const range = usual.at(-1)! - usual[0]!
  const gapPerRange = positive.length < FEW_VALUES ? MIN_GAP_PER_RANGE_OF_FEW : MIN_GAP_PER_RANGE
  const gap = Math.max(MIN_GAP, range * gapPerRange)
  const min = usual[0]! - gap
  const max = usual.at(-1)! + gap
  const outliers = positive.filter(({ value }) => {
    const log = Math.log10(value)
    return Math.abs(log - center) >= limit && (log <= min || log >= max)
  })
  if (outliers.length > positive.length * MAX_SHARE && outliers.length > 1) return []
  if (positive.length - outliers.length < MIN_SIBLINGS) return []
  return outliers.map((outlier) => ({
    ...outlier,
    median: 10 ** center,
    suggestion: suggestValue(outlier.value, usual),
  }))
}

/** Moves the decimal point until the value is within the range of its siblings. */
function suggestValue(value: number, usualLogs: number[]): number | undefined {
  const center = getMedian(usualLogs)
  const [min, max] = [usualLogs[0]! - 0.05, usualLogs.at(-1)! + 0.05]
  const candidates = [-3, -2, -1, 1, 2, 3]
    .map((power) => Number((value * 10 ** power).toPrecision(12)))
    .filter((candidate) => Math.log10(candidate) >= min && Math.log10(candidate) <= max)
  const distance = (candidate: number) => Math.abs(Math.log10(candidate) - center)
  return candidates.sort((a, b) => distance(a) - distance(b))[0]
}

function getMedian(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
