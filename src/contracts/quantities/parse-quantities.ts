import {
  AXIS_PREFIX,
  type Chain,
  isMatch,
  matchAt,
  PIPE_THREAD,
  readChain,
  type Separator,
  type Term,
} from './chains.ts'
import { COUNT_ADJECTIVES, COUNTED_THINGS, UNITS } from './definitions.ts'
import { interpretChain, interpretRange, split } from './interpret-chain.ts'
import { type LabelContext, readLabel } from './labels.ts'
import { readNumber } from './numbers.ts'
import type { Draft, Quantity } from './quantity.ts'
import { readUnit } from './units.ts'

/* Reads the quantities of specification texts, without changing the texts: pure functions. See docs/quantities.md. */

/** A third number is a length: 'M10 × 1.5 × 30 mm'. */
const METRIC_THREAD =
  /M\s?(\d+(?:\.\d+)?)(?:\s?[x×]\s?(\d+(?:\.\d+)?)(?:\s?[x×]\s?\d+(?:\s?mm)?)?)?(?!\d|[\d.]*[\p{L}\d]|\s?[x×/-]\s?\d)/uy
const METRIC_THREAD_RANGE =
  /M\s?(\d+(?:\.\d+)?)\s?(?:-|–|to)\s?M\s?(\d+(?:\.\d+)?)(?!\d|[\d.]*[\p{L}\d]|\s?[x×/-]\s?\d)/uy
const PIPE_PREFIX = /(?:G|R|Rc|Rp|PT|PF|BSP)\s?(?=\d)/y
const CURRENCY =
  /(?:₹|\$|€|£|\b(?:Rs\.?|INR|USD|EUR|GBP)(?![\p{L}]))\s*[\d,.]+(?:\s*\/-)?(?:\s*(?:lakhs?|crores?|million))?/iuy
const WORD = /\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*\.?/uy
/** Capitals that do not make the next number a designation, as 'BT' does in 'BT 40'. */
const PLAIN_CAPITALS =
  /^(?:MAX|MIN|DIA|UP|TO|TIR|FROM|AND|OR|OD|ID|PCD|LH|RH|AC|DC|CNC|WITH|FOR|AT|IN|BAR|FEED|TOOL|PER|SWG|LOAD|STD|CE|NOT|LESS|OVER)$/
const DESIGNATION_TAIL = /(?:[ -]?\d+(?:[./-]\d+)*|(?<=\d))(?:\s?[×x]\s?\d+(?:\.\d+)?)*[\p{L}\d]*/uy
const DESIGNATION_WORD =
  /^(?:class|grade|series|type|section|iso|din|en|is|jis|model|standard|no|profile|taper|spec|rule|part|version|mod)\.?$/i
const HARDNESS_PREFIX =
  /(HRC|HB|BHN)\s?(\d+(?:\.\d+)?)(?:\s?(?:-|–|to)\s?(\d+(?:\.\d+)?))?(?!\d|[\d.]*[\p{L}\d])/uy
const ROUGHNESS = /Ra\s?[≤<]?\s?(?=[\d.])/y
const AT_MOST =
  /^(?:up ?to|to|until|max(?:imum)?|≤|<=?|not exceeding|not more than|less than|below|under|within|upto)$/i
const AT_LEAST = /^(?:min(?:imum)?|≥|>=?|at least|not less than|more than|above|over|from|minimum of)$/i
const CIRCUMSTANCE = /^(?:at|@|per|in|over|for|on|every|from|above|after|with)$/i
const BEFORE =
  /(?:^|[\s(,;:/])((?:not )?(?:up ?to|exceeding|more than|less than|at least|to|until|max(?:imum)?\.?|min(?:imum)?\.?|below|under|within|above|over|from|between))\s*(?:of\s*)?(?::\s*)?$|([≤≥<>]=?)\s*$/i
const AFTER_MOST = /^\s*(?:[,(]\s*)?(?:max(?:imum)?\b|or less\b|and below\b|or under\b)\.?\)?/i
const AFTER_LEAST =
  /^\s*(?:[,(]\s*)?(?:min(?:imum)?\b|or more\b|and above\b|or over\b|and up\b|minimum\b)\.?\)?/i
const COUNT_WORDS = /[ -]?((?:\p{L}+[ -])?)(\p{L}+)(?![\p{L}\d])/uy
const IRREGULAR: Record<string, string> = {
  teeth: 'tooth',
  axes: 'axis',
  nos: 'piece',
  pcs: 'piece',
  pc: 'piece',
}
const MAX_RESTATED_DIFFERENCE = 0.035

/**
 * Returns the quantities of a specification. What is not certain is left out: a number without a unit, a designation such as
 * 'A2-6' or 'BT 40', a price. `label`: the name of the specification, for its unit and its axes.
 */
export function parseQuantities(text: string, label = ''): Quantity[] {
  const context = readLabel(label)
  const found: Quantity[] = []
  let position = 0
  let previousWord = ''
  /** Where the current part of the text begins: after a semicolon, or a comma outside of a chain. */
  let segment = 0
  let depth = 0
  let modifier: 'most' | 'least' | undefined
  const add = (drafts: Draft[], start: number, end: number) =>
    found.push(...drafts.map((draft) => ({ ...draft, start, end })))

  while (position < text.length) {
    const char = text[position]!
    if (char === '(' || char === '[') depth++
    if (char === ')' || char === ']') depth = Math.max(0, depth - 1)
    if (char === ';' || char === ',' || char === '|') {
      segment = position + 1
      modifier = undefined
      previousWord = ''
    }
    const special = readSpecial(text, position, context, previousWord)
    if (special) {
      add(special.drafts, position, special.end)
      position = special.end
      previousWord = ''
      continue
    }
    const canStart = /[\d.½¼¾⅓⅔⅛⅜⅝⅞±Øø⌀φΦ+−-]/.test(char) || isMatch(AXIS_PREFIX, text, position)
    const isAfterWord = position > 0 && /[\p{L}\d]/u.test(text[position - 1]!)
    const chain = canStart && !isAfterWord ? readChain(text, position, context) : undefined
    if (chain) {
      const before = text.slice(0, position)
      const drafts = interpretWithCount(text, chain, context, before)
      const { end } = drafts
      const isAfterQuantity =
        /\d/.test(text.slice(segment, position)) &&
        CIRCUMSTANCE.test(previousWord.replace('.', '')) &&
        !(/^from$/i.test(previousWord) && chain.separators.includes('range'))
      const qualified = isAfterQuantity
        ? drafts.drafts
        : qualify(drafts.drafts, { text, before: text.slice(segment, position), end, modifier })
      const isCircumstance =
        isAfterQuantity || (depth > 0 && found.length > 0) || isDuty(found.at(-1), qualified[0])
      const isSkipped = DESIGNATION_WORD.test(previousWord) && !chain.terms.at(-1)!.unit
      if (!isSkipped)
        add(
          qualified.map((draft, index) => {
            const last = index === 0 ? found.at(-1) : qualified[index - 1]
            const isNear = index > 0 || /^[\s([/=|,;]*$/.test(text.slice(found.at(-1)?.end ?? 0, position))
            if (isNear && last && isRestated(last, draft)) return { ...draft, role: 'restated' as const }
            return isCircumstance && draft.role === undefined
              ? { ...draft, role: 'circumstance' as const }
              : draft
          }),
          position,
          end,
        )
      position = Math.max(end, position + 1)
      previousWord = ''
      modifier = undefined
      continue
    }
    const word = matchAt(WORD, text, position)?.[0]
    if (word === undefined) {
      if (char === '@') previousWord = '@'
      position++
      continue
    }
    position += word.length
    const isDesignation =
      (/\d/.test(word) ||
        (/^\p{Lu}{1,4}$/u.test(word) && !PLAIN_CAPITALS.test(word)) ||
        /^HSK|^Tr$/.test(word)) &&
      !isAfterWord
    if (isDesignation) position += matchAt(DESIGNATION_TAIL, text, position)?.[0].length ?? 0
    if (/^max(?:imum)?\.?$/i.test(word)) modifier = 'most'
    if (/^min(?:imum)?\.?$/i.test(word)) modifier = 'least'
    previousWord = word
  }
  const [axis] = context.axes
  if (axis === undefined || context.axes.length > 1) return found
  return found.map((quantity) => (quantity.role ? quantity : { axis, ...quantity }))
}

/** Threads, prices and hardness, which begin with letters. */
function readSpecial(
  text: string,
  position: number,
  label: LabelContext,
  previousWord: string,
): { drafts: Draft[]; end: number } | undefined {
  if (position > 0 && /[\p{L}\d]/u.test(text[position - 1]!)) return undefined
  const currency = matchAt(CURRENCY, text, position)
  if (currency) return { drafts: [], end: position + currency[0].length }
  const threads = matchAt(METRIC_THREAD_RANGE, text, position)
  if (threads) {
    const [min, max] = [Number(threads[1]), Number(threads[2])]
    const drafts: Draft[] = min <= max ? [{ dimension: 'metric thread', unit: 'M', min, max }] : []
    return { drafts, end: position + threads[0].length }
  }
  const thread = matchAt(METRIC_THREAD, text, position)
  if (thread) {
    const size = Number(thread[1])
    const pitch = thread[2] === undefined ? undefined : Number(thread[2])
    const isThread = pitch === undefined ? mayBeThread(label, previousWord) : pitch <= 8 && pitch * 2 < size
    const draft: Draft = {
      dimension: 'metric thread',
      unit: 'M',
      min: size,
      max: size,
      ...(pitch && { pitch }),
    }
    return { drafts: isThread ? [draft] : [], end: position + thread[0].length }
  }
  const hardness = matchAt(HARDNESS_PREFIX, text, position)
  if (hardness) {
    const unit = hardness[1] === 'HRC' ? 'HRC' : 'HB'
    const min = Number(hardness[2])
    const max = Number(hardness[3] ?? hardness[2])
    const end = position + hardness[0].length
    return { drafts: min <= max ? [{ dimension: UNITS[unit]!.dimension, unit, min, max }] : [], end }
  }
  const pipe = matchAt(PIPE_PREFIX, text, position)
  if (pipe) {
    const number = readNumber(text, position + pipe[0].length)
    if (!number || Number.isNaN(number.value)) return undefined
    const isPipe = number.isFraction || /^(?:R|Rc|Rp|PT|BSP)/.test(pipe[0])
    const unit = readUnit(text, number.end)
    const end = unit?.unit === 'inch' ? unit.end : number.end
    // 'G 6.3' is a grade of balancing.
    const isSize = isPipe && number.value <= 6 && (number.isFraction || Number.isInteger(number.value))
    if (!/[\p{L}\d]/u.test(text[end] ?? ''))
      return { drafts: isSize ? [toPipeThread(number.value)] : [], end }
  }
  const roughness = matchAt(ROUGHNESS, text, position)
  if (roughness) return { drafts: [], end: position + roughness[0].length }
  return undefined
}

/** 'M80' is a control, and 'M2' a steel, unless the words around it speak of threads. */
const mayBeThread = ({ folded, isIdentifier }: LabelContext, previousWord: string): boolean =>
  /thread|tap|bolt|screw|stud/.test(folded) ||
  (!isIdentifier &&
    !/control|system|cnc|material|steel/.test(folded) &&
    /^(?:|to|with|for|of|thread|threads|bolts?|screws?|tap|up)$/i.test(previousWord))

const toPipeThread = (size: number): Draft => ({
  dimension: 'pipe thread',
  unit: 'inch pipe',
  min: size,
  max: size,
})

/** A chain with what it counts: '12 speeds'; or its values. */
function interpretWithCount(
  text: string,
  chain: Chain,
  label: LabelContext,
  before: string,
): { drafts: Draft[]; end: number } {
  const { end, terms, separators } = chain
  const last = terms.at(-1)!
  if (chain.isValid && last.unit === 'inch' && isMatch(PIPE_THREAD, text, end))
    return {
      drafts: terms.length === 1 ? [toPipeThread(last.value)] : [],
      end: end + matchAt(PIPE_THREAD, text, end)![0].length,
    }
  if (chain.isValid && last.unit === undefined && last.isFraction && isMatch(PIPE_THREAD, text, end))
    return { drafts: terms.length === 1 ? [toPipeThread(last.value)] : [], end }
  if (chain.isValid && last.unit === undefined) {
    const phases = matchAt(/\s?(?:Ø|ø|~)/y, text, end)
    if (phases && terms.length === 1 && (last.value === 1 || last.value === 3) && /\d\s?V/.test(text))
      return {
        drafts: [{ dimension: 'phases', unit: 'phase', min: last.value, max: last.value }],
        end: end + phases[0].length,
      }
    const counted = readCounted(text, end)
    if (counted) return { drafts: interpretCount(terms, separators, counted.counted), end: counted.end }
  }
  const rest = text.slice(end)
  const isWholeText =
    /^\s*(?:(?:max(?:imum)?|min(?:imum)?|up ?to|Ø|dia)\.?\s*)?$/i.test(before) &&
    /^\s*(?:(?:\(?(?:max|min|maximum|minimum|approx|std|standard|dia)\b\.?\)?|[([][^()[\]]*[)\]])\s*)?$/i.test(
      rest,
    )
  return { drafts: interpretChain(chain, label, isWholeText), end }
}

/** Of '12 speeds' or '6 to 12 tools' all numbers are counts; of '8, 250 tools' only the last one. */
function interpretCount(terms: Term[], separators: Separator[], counted: string): Draft[] {
  if (separators.length > 0 && separators.every((separator) => separator === 'slash'))
    return terms.flatMap((term) => interpretCount([term], [], counted))
  const parts = split({ terms, separators }, 'comma', 'and')
  const last = parts.at(-1)!
  const [first, second] = last.terms
  const isRange = last.separators.length === 1 && last.separators[0] === 'range'
  const isCount = last.terms.every(
    ({ value, isNegative, isDeviation, tolerance, unit }) =>
      Number.isInteger(value) && !isNegative && !isDeviation && !tolerance && unit === undefined,
  )
  if (!isCount || (last.separators.length > 0 && !(isRange && first!.value <= second!.value))) return []
  const count: Draft = {
    dimension: 'count',
    unit: '',
    min: first!.value,
    max: (second ?? first)!.value,
    counted,
  }
  const others = parts.slice(0, -1)
  const withUnit = others.filter(({ terms: [term] }) => term!.unit !== undefined)
  return [
    ...withUnit.flatMap((part) => interpretRange(part, part.terms.at(-1)!.unit ?? part.terms[0]!.unit!)),
    count,
  ]
}

function readCounted(text: string, end: number): { counted: string; end: number } | undefined {
  const words = matchAt(COUNT_WORDS, text, end)
  if (!words) return undefined
  const adjective = words[1]!.trim().replace(/-$/, '')
  const candidates: [string, number][] = adjective
    ? [
        [adjective, end + words[0].length - words[2]!.length - 1],
        [words[2]!, end + words[0].length],
      ]
    : [[words[2]!, end + words[0].length]]
  const direct = toCounted(candidates[0]![0])
  const next = candidates[1] && toCounted(candidates[1][0])
  // 'tool' of '4 tool positions' describes what is counted.
  if (next && COUNT_ADJECTIVES.test(adjective.toLowerCase())) return { counted: next, end: candidates[1]![1] }
  if (direct) return { counted: direct, end: candidates[0]![1] }
  return undefined
}

/** 'speeds' → 'speed'; undefined for words that are not counted. */
export function toCounted(word: string): string | undefined {
  const folded = word.toLowerCase()
  const singular = IRREGULAR[folded] ?? folded.replace(/(?<=[^s])s$/, '')
  return COUNTED_THINGS.has(singular) ? singular : undefined
}

/** Makes a value a limit: 'up to 42 mm', '42 mm max.'. */
function qualify(
  drafts: Draft[],
  {
    text,
    before,
    end,
    modifier,
  }: { text: string; before: string; end: number; modifier: 'most' | 'least' | undefined },
): Draft[] {
  const isValue =
    drafts.length > 0 && drafts.every(({ min, max, isDeviation }) => min === max && !isDeviation)
  if (!isValue) return drafts
  const match = BEFORE.exec(before)
  const phrase = (match?.[1] ?? match?.[2] ?? '').replace(/\.$/, '').replace(/\s+/g, ' ')
  const after = text.slice(end)
  const limit =
    AT_MOST.test(phrase) || AFTER_MOST.test(after)
      ? 'most'
      : AT_LEAST.test(phrase) || AFTER_LEAST.test(after)
        ? 'least'
        : modifier
  if (limit === undefined) return drafts
  return drafts.map((draft) => (limit === 'most' ? { ...draft, min: null } : { ...draft, max: null }))
}

/** '15 kW / 30 min': how long the power is available. */
const isDuty = (last: Draft | undefined, draft: Draft | undefined): boolean =>
  last !== undefined && last.dimension === 'power' && draft?.dimension === 'time'

/** Whether a quantity is the one before in another unit. */
function isRestated(last: Draft, draft: Draft): boolean {
  if (last.dimension !== draft.dimension || last.unit === draft.unit) return false
  const isSame = (a: number | null, b: number | null) =>
    a === b || (a !== null && b !== null && Math.abs(a - b) <= Math.abs(a) * MAX_RESTATED_DIFFERENCE)
  // '≤ 42 mm (1.65 in)'.
  const isOpen = draft.min === draft.max && (last.min === null || last.max === null)
  return isOpen
    ? isSame(last.min ?? last.max, draft.min)
    : isSame(last.min, draft.min) && isSame(last.max, draft.max)
}
