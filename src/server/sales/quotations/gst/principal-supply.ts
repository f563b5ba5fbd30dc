import { sumOf } from './money.ts'

/** An HSN code with a rate of GST. */
export interface HsnRate {
  hsn: string
  gstRate: number
}

/** Returns the entries in groups of the same HSN code and rate, in the order of code and rate. */
export function groupByHsn<Entry extends HsnRate>(entries: readonly Entry[]): [HsnRate, Entry[]][] {
  const groups = Map.groupBy(entries, ({ hsn, gstRate }) => `${hsn} ${gstRate}`)
  return [...groups.values()]
    .map((group): [HsnRate, Entry[]] => [{ hsn: group[0]!.hsn, gstRate: group[0]!.gstRate }, group])
    .sort(([a], [b]) => compareTexts(a.hsn, b.hsn) || a.gstRate - b.gstRate)
}

/**
 * Returns the predominant element of a quotation (CGST Act, section 2(90)): the HSN code and rate with the greatest taxable
 * value; of equal ones the higher rate, then the first code. Undefined without lines.
 */
export function findPrincipalSupply(lines: readonly (HsnRate & { taxable: number })[]): HsnRate | undefined {
  const [first] = groupByHsn(lines)
    .map(([principal, group]) => ({ principal, taxable: sumOf(group, ({ taxable }) => taxable) }))
    .sort((a, b) => b.taxable - a.taxable || b.principal.gstRate - a.principal.gstRate)
  return first?.principal
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
