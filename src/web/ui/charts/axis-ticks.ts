const MAX_STEPS = 5

/** Returns evenly spaced round integers from 0 to the first one that is not below `maxValue`. */
export function getAxisTicks(maxValue: number): number[] {
  const minStep = Math.max(1, maxValue / MAX_STEPS)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step =
    [1, 2, 5].map((factor) => factor * power).find((candidate) => candidate >= minStep) ?? 10 * power
  const steps = Math.max(1, Math.ceil(maxValue / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
