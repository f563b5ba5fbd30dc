import { formatNumber } from '../format.ts'
import { type Chain, readChain, type Term } from './chains.ts'
import { UNITS } from './definitions.ts'
import {
  convert,
  convertSpan,
  countDecimals,
  getDecimals,
  getImperialUnit,
  MAX_DECIMALS,
  roundTo,
} from './imperial-numbers.ts'
import { type LabelContext, readLabel } from './labels.ts'
import { readPlainNumber } from './numbers.ts'
import { parseQuantities } from './parse-quantities.ts'
import type { Quantity } from './quantity.ts'
import { findUnit, toBase } from './units.ts'

/* Shows metric quantities in imperial units, beside the text as it was typed: pure functions. See docs/quantities.md. */

/** The share by which a quantity that is stated twice may differ, because one of them is rounded. */
const MAX_STATED_DIFFERENCE = 0.05
const IMPERIAL_UNITS = new Set(Object.values(UNITS).flatMap(({ imperial }) => imperial ?? []))
/**
 * Returns a text with its metric quantities in imperial units, each followed by what the text states: 'up to 42 mm' →
 * 'up to 1.65 in (42 mm)'. What is not understood, and what the text states in imperial units itself, stays as it is.
 * `label`: the name of the specification.
 */
export function showImperial(text: string, label = ''): string {
  const context = readLabel(label)
  const quantities = parseQuantities(text, label)
  const isStated = (quantity: Quantity) =>
    quantity.role === 'restated' || quantities.some((other) => isSameInImperial(quantity, other))
  let shown = ''
  let position = 0
  for (const start of new Set(quantities.map((quantity) => quantity.start))) {
    const here = quantities.filter((quantity) => quantity.start === start)
    const chain = readChain(text, start, context)
    if (!chain || here.some(isStated)) continue
    shown += text.slice(position, start) + showChain(text, chain, here, context)
    position = chain.end
  }
  return shown + text.slice(position)
}

/** Whether the text states a quantity in imperial units, too: '850 × 500 mm (33 × 20 in)'. */
function isSameInImperial(quantity: Quantity, other: Quantity): boolean {
  const [value, otherValue] = [quantity, other].map(({ min, max }) => max ?? min ?? 0) as [number, number]
  return (
    other.dimension === quantity.dimension &&
    IMPERIAL_UNITS.has(other.unit) &&
    Math.abs(value - otherValue) <= Math.abs(value) * MAX_STATED_DIFFERENCE
  )
}

/** 'X: ' of 'X: 600 mm' is not repeated. */
const AXIS_NAME = /^\p{L}[^\d:=]*[:=]\s*/u

function showChain(text: string, chain: Chain, quantities: Quantity[], label: LabelContext): string {
  const units = getMetricUnits(chain, quantities, label)
  const [open, close] = isInBrackets(text, chain.terms[0]!.start) ? '[]' : '()'
  let shown = ''
  let position = chain.terms[0]!.start
  for (const [first, unit] of units.entries()) {
    const start = chain.terms[first]!.start
    if (unit === undefined || start < position) continue
    const terms = chain.terms.slice(first, findGroupEnd(chain, units, first))
    const last = terms.at(-1)!.end
    // In a sentence a full stop ends it; in a specification it belongs to the unit: '1,450 Kgs.'.
    const end = label.folded === '' && text[last - 1] === '.' ? last - 1 : last
    const converted = showTerms(text, terms, unit)
    if (converted === undefined) continue
    const hasUnit = terms.some((term) => term.unit)
    const isNamed = terms.slice(1).every((term) => term.axis === undefined)
    const name = isNamed ? (AXIS_NAME.exec(text.slice(start, end))?.[0].length ?? 0) : 0
    const original = text.slice(start + name, end) + (hasUnit ? '' : ` ${unit}`)
    shown += `${text.slice(position, start)}${converted} ${open}${original}${close}`
    position = end
  }
  return shown + text.slice(position, chain.end)
}

const isInBrackets = (text: string, end: number): boolean => {
  const before = text.slice(0, end)
  return before.lastIndexOf('(') > before.lastIndexOf(')')
}

/**
 * Returns the metric unit of each term; undefined for one that is not shown in another unit. Only a term that is a bound of a
 * quantity counts: of '3, 14 mm wide' the 14, because the 3 is no length.
 */
function getMetricUnits({ terms }: Chain, quantities: Quantity[], label: LabelContext) {
  const bounds = quantities.flatMap(({ dimension, min, max, isDeviation }) =>
    (isDeviation || min === max ? [max] : [min, max]).map((bound) => ({ dimension, bound })),
  )
  const units = terms.map((term, index) => {
    const unit = term.unit ?? terms.slice(index).find((other) => other.unit)?.unit ?? label.unit
    return unit !== undefined && UNITS[unit]!.imperial ? unit : undefined
  })
  for (const [index, term] of [...terms.entries()].reverse()) {
    const unit = units[index]
    if (unit === undefined) continue
    const found = bounds.findLastIndex(
      ({ dimension, bound }) => dimension === UNITS[unit]!.dimension && bound === toBase(term.value, unit),
    )
    if (found < 0) units[index] = undefined
    else bounds.splice(found, 1)
  }
  return units
}

/** Terms of one unit are converted together: '25–42 mm', '850 × 500 mm', '6, 8 and 10 mm', but not '17 mm, 14 mm'. */
function findGroupEnd({ terms, separators }: Chain, units: (string | undefined)[], first: number): number {
  let last = first
  while (
    last + 1 < terms.length &&
    units[last + 1] === units[first] &&
    !(terms[last]!.unit && /comma|and/.test(separators[last]!))
  )
    last++
  return last + 1
}

/** Undefined if a term contains more than a number, a unit and a tolerance. */
function showTerms(text: string, terms: Term[], unit: string): string | undefined {
  const imperial = getImperialUnit(unit)!
  const numbers = terms.map((term) => {
    const start = term.start + text.slice(term.start, term.end).search(/\.?\d/)
    const number = readPlainNumber(text, start)
    return number?.value === Math.abs(term.value) ? { start, end: number.end } : undefined
  })
  const decimals = Math.max(
    ...terms.map((term, index) => {
      const typed = countDecimals(text.slice(numbers[index]?.start, numbers[index]?.end))
      const exact = convertTerm(term, term.value, unit)
      const spans = listSpans(term)
      return Math.max(
        getDecimals(exact, typed, unit),
        ...spans.map((span) => getDecimals(convertSpan(span, unit), countDecimals(String(span)), unit)),
      )
    }),
  )
  let shown = ''
  let position = terms[0]!.start
  for (const [index, term] of terms.entries()) {
    const number = numbers[index]
    if (!number || !isUnderstood(text.slice(number.end, term.end), term)) return undefined
    const sign = term.isNegative ? /[-−]\s?$/ : /$^/
    const before = text.slice(position, number.start).replace(sign, '')
    const value = showNumber(convertTerm(term, term.value, unit), decimals)
    shown += before + value + showTolerance(term, unit, decimals) + (term.unit ? ` ${imperial}` : '')
    if (term.tolerance?.isShare) shown += ` ± ${term.tolerance.plus} %`
    position = term.end
  }
  return terms.some((term) => term.unit) ? shown : `${shown} ${imperial}`
}

/** Whether nothing but a unit and a tolerance follows a number. */
const isUnderstood = (after: string, { unit, tolerance }: Term): boolean =>
  tolerance
    ? !tolerance.isShare || tolerance.plus === tolerance.minus
    : unit === undefined
      ? after === ''
      : findUnit(after.replace(/^-/, '')) === unit

const listSpans = ({ tolerance }: Term): number[] =>
  tolerance && !tolerance.isShare ? [tolerance.plus, tolerance.minus] : []

function showTolerance({ tolerance }: Term, unit: string, decimals: number): string {
  if (!tolerance || tolerance.isShare) return ''
  const [plus, minus] = [tolerance.plus, tolerance.minus].map((span) =>
    showNumber(convertSpan(span, unit), decimals),
  )
  return plus === minus ? ` ± ${plus}` : ` +${plus}/−${minus}`
}

const convertTerm = ({ isDeviation }: Term, value: number, unit: string): number =>
  isDeviation ? convertSpan(value, unit) : convert(value, unit)

const showNumber = (value: number, decimals: number): string =>
  formatNumber(roundTo(value, decimals), { maximumFractionDigits: MAX_DECIMALS })
