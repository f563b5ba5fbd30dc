/** Rupees or dollars to paise or cents, percent to hundredths of a percent: numbers with at most two decimals. */
export const toHundredths = (value: number): number => toScaled(value, 100)
/** Quantities, which have at most three decimals. */
export const toThousandths = (value: number): number => toScaled(value, 1000)
/** Exchange rates, which have at most four decimals. */
export const toTenThousandths = (value: number): number => toScaled(value, 10_000)

/** Returns paise as rupees, cents as dollars, or hundredths of a percent as percent. */
export const fromHundredths = (value: number): number => value / 100

/**
 * The contract limits decimals and size, so that the nearest integer is exactly the number that was written: 1.005 × 1000 is
 * 1004.9999999999999 and gives 1005.
 */
const toScaled = (value: number, scale: number): number => Math.round(value * scale)

/** Multiplies integers and divides by one, exactly. Halves are rounded up. Only for results that are not negative. */
export function multiplyAndDivide(factors: number[], divisor: number): number {
  const product = factors.reduce((result, factor) => result * BigInt(factor), 1n)
  const denominator = BigInt(divisor)
  return Number((2n * product + denominator) / (2n * denominator))
}

/** Adds up one number of each entry. */
export const sumOf = <Entry>(entries: readonly Entry[], getNumber: (entry: Entry) => number): number =>
  entries.reduce((sum, entry) => sum + getNumber(entry), 0)
