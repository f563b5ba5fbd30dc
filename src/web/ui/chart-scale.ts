const MOST_STEPS = 5

/** Round figures from nought to the first that is not below `most`, evenly apart; whole numbers only. */
export function axisOf(most: number): number[] {
  const rough = Math.max(1, most / MOST_STEPS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5].map((times) => times * power).find((candidate) => candidate >= rough) ?? 10 * power
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}
