import { CAPABILITY_UNITS, IDENTIFIER_LABEL, LABELS, type Meaning } from './definitions.ts'
import { findUnit } from './units.ts'

/** What the name of a specification says about its numbers. */
export interface LabelContext {
  unit: string | undefined
  axes: string[]
  isIdentifier: boolean
  /** The name in lower case. */
  folded: string
  hasTimes: boolean
}

const LABEL_UNIT =
  /[([]\s*(?:in\s+)?(?!\s)([^()[\]]{1,12}?)\s*[)\]]\s*$|(?:,|(?<!\s))\s+in\s+(\S{1,12})$|,\s*(\S{1,12})$/
/** At the end of a name these are words: 'Capacity, bar'. */
const WORDS_LIKE_UNITS = new Set('bar min in second day A V m W g s h t C litre'.split(' '))
const AXIS_LETTERS = /(?<![\p{L}\d])[XYZABCUVW](?:\s*(?:,|\/|×|x|&|and|\*)\s*[XYZABCUVW](?![\p{L}\d]))+/u
const SIZE_LETTERS = /(?<![\p{L}\d])[LWHDBT](?:\s*(?:×|x|X|\*|\/)\s*[LWHDBT])+(?![\p{L}\d])/u
const SINGLE_AXIS = /(?<![\p{L}\d])([XYZ])(?:[ -]?axis)?(?![\p{L}\d])/u
const SIZE_WORDS =
  /(?<![\p{L}.-] ?)[\p{L}.-]+(?: (?![×x] )[\p{L}.-]+)*(?: [×x] [\p{L}.-]+(?: (?![×x] )[\p{L}.-]+)*)+/u
const WORD_AXES: Record<string, string> = { length: 'L', width: 'W', height: 'H', breadth: 'W', depth: 'D' }

/** Returns what the name of a specification says about its text: unit, axes, and whether it names an identifier. */
export function readLabel(label: string): LabelContext {
  const unitText = LABEL_UNIT.exec(label)
  const bracketed = unitText?.[1]
  const trailing = unitText?.[2] ?? unitText?.[3]
  const text = bracketed ?? (trailing && !WORDS_LIKE_UNITS.has(trailing) ? trailing : undefined)
  const letters = (AXIS_LETTERS.exec(label) ?? SIZE_LETTERS.exec(label))?.[0]
  const words = letters ? undefined : SIZE_WORDS.exec(label)?.[0]
  const single = SINGLE_AXIS.exec(label)?.[1]
  const axes = letters
    ? letters
        .replace(/and/g, ',')
        .split(/[^A-WYZX]+|(?<=[A-Z])x(?=[A-Z])/)
        .filter(Boolean)
    : words
      ? words.split(/\s[×x]\s/).map(toAxis)
      : single
        ? [single]
        : []
  return {
    unit: text === undefined || isOtherWord(text, label) ? undefined : findUnit(text),
    axes,
    isIdentifier: IDENTIFIER_LABEL.test(label.toLowerCase()),
    folded: label.toLowerCase(),
    hasTimes: axes.length > 1 || /[×]|size|dimension/i.test(label),
  }
}

/** '(A)' is a dimension in a drawing unless the name is about currents, and '(bar)' is a bar. */
const isOtherWord = (text: string, label: string): boolean =>
  UNITS_BY_TOPIC[text] !== undefined && !UNITS_BY_TOPIC[text].test(label)
const UNITS_BY_TOPIC: Record<string, RegExp> = {
  bar: /pressure|air|hydraulic/i,
  A: /current|amp|fuse/i,
  V: /volt|supply|coil/i,
  W: /power|watt|motor/i,
  N: /force|thrust|load|pull/i,
  L: /capacity|volume|tank/i,
  T: /weight|load|capacity/i,
  H: /time|life/i,
}

const toAxis = (words: string): string => {
  const word = words.trim().toLowerCase()
  return WORD_AXES[word.split(' ').at(-1)!] ?? word
}

/** Returns what the numbers of a specification mean to a buyer. `unit`: their base unit. */
export function getMeaning(label: string, unit = ''): Meaning {
  const folded = label
    .replace(/(?<!\s)\s*[([][^()[\]]*[)\]]\s*$/, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
  const known = LABELS.find(([, pattern]) => pattern.test(folded))
  return known?.[0] ?? (CAPABILITY_UNITS.has(unit) ? 'capability' : 'size')
}
