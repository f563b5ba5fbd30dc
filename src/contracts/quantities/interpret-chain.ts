import type { Chain, Separator, Term } from './chains.ts'
import { UNITS } from './definitions.ts'
import type { LabelContext } from './labels.ts'
import type { Draft } from './quantity.ts'
import { round, toBase } from './units.ts'

/** A value with its unit; null if it cannot be one. */
function toDraft({ value, tolerance, axis, isDeviation }: Term, unit: string): Draft {
  const { dimension } = UNITS[unit]!
  const base = toBase(value, unit)
  const toSpan = (part: number) =>
    round(tolerance!.isShare ? Math.abs(base * part) / 100 : part * UNITS[unit]!.factor)
  return {
    dimension,
    unit,
    min: isDeviation ? -base : base,
    max: base,
    ...(isDeviation && { isDeviation: true as const }),
    ...(tolerance && { tolerance: { plus: toSpan(tolerance.plus), minus: toSpan(tolerance.minus) } }),
    ...(axis && { axis }),
  }
}

/** Splits a chain at separators of this type. */
export function split({ terms, separators }: Pick<Chain, 'terms' | 'separators'>, ...at: Separator[]) {
  const parts = [{ terms: [terms[0]!], separators: [] as Separator[] }]
  for (const [index, separator] of separators.entries()) {
    const term = terms[index + 1]!
    if (at.includes(separator)) parts.push({ terms: [term], separators: [] })
    else {
      parts.at(-1)!.terms.push(term)
      parts.at(-1)!.separators.push(separator)
    }
  }
  return parts
}

/** Interprets a chain. Empty if it has no meaning that is certain. */
export function interpretChain(chain: Chain, label: LabelContext, isWholeText: boolean): Draft[] {
  if (!chain.isValid) return []
  const groups = split(chain, 'comma', 'and')
  const getUnit = (group: (typeof groups)[number]) => group.terms.findLast(({ unit }) => unit)?.unit
  const lastUnit = getUnit(groups.at(-1)!)
  const bare = groups.filter((group) => getUnit(group) === undefined)
  if (bare.length === 0)
    return groups.flatMap((group) => interpretGroup(group, chain, label, getUnit(group)!))
  // No unit at all: that of the name of the specification, or plain numbers.
  if (bare.length === groups.length) {
    if (!isWholeText) return []
    if (label.unit !== undefined) {
      if (groups.length > 1 && !isList(groups, chain, label)) return []
      return assignAxes(
        groups.flatMap((group) => interpretGroup(group, chain, label, label.unit!)),
        label,
      )
    }
    if (label.isIdentifier || chain.terms.some(({ isFraction }) => isFraction)) return []
    if (groups.length > 1 && !isList(groups, chain, label)) return []
    return groups.flatMap((group) => interpretPlain(group))
  }
  if (lastUnit !== undefined && isList(groups, chain, label) && bare.length === groups.length - 1)
    return assignAxes(
      groups.flatMap((group) => interpretGroup(group, chain, label, lastUnit)),
      label,
    )
  // '3, 14 mm wide': the first number is a count of something that the text does not name.
  return groups.flatMap((group) => {
    const unit = getUnit(group)
    return unit === undefined ? [] : interpretGroup(group, chain, label, unit)
  })
}

function interpretPlain({ terms, separators }: Pick<Chain, 'terms' | 'separators'>): Draft[] {
  const [first, second] = terms
  const isRange = separators.length === 1 && separators[0] === 'range'
  if (terms.some(({ isDeviation, tolerance, axis }) => isDeviation || tolerance || axis)) return []
  if (separators.length > 0 && !(isRange && first!.value <= second!.value)) return []
  return [{ dimension: 'count', unit: '', min: first!.value, max: (second ?? first)!.value }]
}

/** Whether numbers separated by commas have one unit: '6, 8 and 10 mm', or '30, 30 m/min' for X and Z. */
function isList(groups: { terms: Term[] }[], { separators }: Chain, { axes }: LabelContext): boolean {
  if (groups.some(({ terms }) => terms.length > 1)) return false
  const values = groups.map(({ terms }) => terms[0]!.value)
  if (axes.length > 1) return axes.length === values.length
  const isRising = values.every((value, index) => index === 0 || value > values[index - 1]!)
  return isRising && (separators.at(-1) === 'and' || values.length > 2)
}

const assignAxes = (drafts: Draft[], { axes }: LabelContext): Draft[] =>
  axes.length > 1 && axes.length === drafts.length
    ? drafts.map((draft, index) => ({ axis: axes[index]!, ...draft }))
    : drafts

const MAX_ALTERNATIVE_RATIO = 10
const MIN_PER_RATIO = 40

function interpretGroup(
  group: Pick<Chain, 'terms' | 'separators'>,
  chain: Chain,
  label: LabelContext,
  unit: string,
): Draft[] {
  if (group.separators.includes('times')) return interpretSizes(group, label, unit)
  const alternatives = split(group, 'slash')
  if (alternatives.length === 1) return interpretRange(group, unit)
  if (chain.otherUnit) return interpretPair(alternatives, unit, chain.otherUnit)
  const ownUnits = alternatives.map(({ terms }) => terms.findLast(({ unit: own }) => own)?.unit)
  if (ownUnits.slice(0, -1).every((own) => own !== undefined)) {
    const drafts = alternatives.flatMap((each, index) => interpretRange(each, ownUnits[index] ?? unit))
    return isPer(drafts) ? [drafts[0]!, { ...drafts[1]!, role: 'circumstance' }] : drafts
  }
  if (ownUnits.slice(0, -1).some((own) => own !== undefined)) return []
  // '-5/+10 mm' is a tolerance.
  if (group.terms.some(({ isNegative }) => isNegative)) return []
  const drafts = alternatives.map((each) => interpretRange(each, unit))
  if (drafts.some(({ length }) => length === 0)) return []
  const all = drafts.flat()
  if (label.axes.length > 1 && label.axes.length === all.length) return assignAxes(all, label)
  if (isPer(all)) return [all[0]!, { ...all[1]!, role: 'circumstance' }]
  const values = all.map(({ max }) => Math.abs(max!))
  return Math.max(...values) / Math.min(...values) <= MAX_ALTERNATIVE_RATIO ? all : []
}

/** '0.02/300 mm'. */
const isPer = ([first, second, ...others]: Draft[]): boolean =>
  others.length === 0 &&
  first?.dimension === 'length' &&
  second?.dimension === 'length' &&
  first.max! < 2 &&
  second.max! / first.max! >= MIN_PER_RATIO

/** '5/3.7 HP/kW'. */
function interpretPair(
  alternatives: Pick<Chain, 'terms' | 'separators'>[],
  unit: string,
  otherUnit: string,
): Draft[] {
  if (alternatives.length !== 2) return []
  const [first, second] = alternatives
  return [...interpretRange(first!, unit, unit), ...interpretRange(second!, otherUnit, otherUnit)]
}

/** Returns the quantity of a value or a range; none for anything else. */
export function interpretRange(
  { terms, separators }: Pick<Chain, 'terms' | 'separators'>,
  unit: string,
  forced?: string,
): Draft[] {
  const [first, second] = terms
  if (separators.length === 0) return [toDraft(first!, forced ?? first!.unit ?? unit)]
  if (separators.length > 1 || separators[0] !== 'range') return []
  // '25 mm - 42' may be anything.
  if (first!.unit !== undefined && second!.unit === undefined && !forced) return []
  if (first!.isDeviation || second!.isDeviation || first!.tolerance || second!.tolerance) return []
  const from = toDraft(first!, forced ?? first!.unit ?? unit)
  const to = toDraft(second!, forced ?? second!.unit ?? unit)
  if (from.dimension !== to.dimension || from.min! > to.max!) return []
  // '3~400 V'.
  if (to.dimension === 'voltage' && first!.value <= 3) return []
  const axis = first!.axis ?? second!.axis
  return [{ dimension: to.dimension, unit: to.unit, min: from.min, max: to.max, ...(axis && { axis }) }]
}

const DEFAULT_AXES = ['X', 'Y', 'Z']

function interpretSizes(
  group: Pick<Chain, 'terms' | 'separators'>,
  label: LabelContext,
  unit: string,
): Draft[] {
  const parts = split(group, 'times')
  if (parts.length > 4 || parts.some(({ terms }) => terms.length > 1)) return []
  const terms = parts.map((part) => part.terms[0]!)
  if (terms.some(({ isDeviation }) => isDeviation)) return []
  const units = terms.map((term) => term.unit)
  const hasOwn = units.slice(0, -1).filter((own) => own !== undefined).length
  if (hasOwn > 0 && units.some((own) => own === undefined)) return []
  const drafts = terms.map((term) => toDraft(term, term.unit ?? unit))
  // 'No. × width × pitch'.
  const counts =
    label.axes.length === drafts.length ? label.axes.map((axis) => /^no\b|^number|^qty/.test(axis)) : []
  if (counts.includes(true))
    return drafts.flatMap((draft, index) => (counts[index] ? [] : [{ axis: label.axes[index]!, ...draft }]))
  if (new Set(drafts.map(({ dimension }) => dimension)).size > 1) return hasOwn > 0 ? drafts : []
  const hasAxes = terms.every(({ axis }) => axis)
  if (!hasAxes && hasOwn === 0 && mayBeCount(terms, label)) return []
  if (drafts[0]!.dimension !== 'length') return []
  if (hasAxes) return drafts
  const axes = label.axes.length === drafts.length ? label.axes : DEFAULT_AXES
  return drafts.map((draft, index) => (axes[index] ? { axis: axes[index], ...draft } : draft))
}

/** '2 × 32 mm' and '8 × 36 × 40 mm' (a spline) probably begin with a count. */
function mayBeCount(terms: Term[], label: LabelContext): boolean {
  if (label.hasTimes) return false
  const [first, second] = terms
  const isSmall = Number.isInteger(first!.value) && first!.value <= 12
  return isSmall && second!.value > first!.value * 2
}
