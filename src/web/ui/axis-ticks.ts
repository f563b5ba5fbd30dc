const MAX_STEPS = 5

/** Round figures from nought to the first that is not below `most`, evenly apart; whole numbers only. */
export function getAxisTicks(maxValue: number): number[] {
  const minStep = Math.max(1, maxValue / MAX_STEPS)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step =
    [1, 2, 5].map((factor) => factor * power).find((candidate) => candidate >= minStep) ?? 10 * power
  const steps = Math.max(1, Math.ceil(maxValue / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
