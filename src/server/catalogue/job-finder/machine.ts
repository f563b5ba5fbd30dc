import type { JobOperation } from '#contracts/catalogue/job-finder-options.ts'
import type { JobQuestion, JobQuestions } from '#contracts/catalogue/job-finder-questions.ts'
import type { Specifications } from '#contracts/item/item.ts'
import type { Dimension } from '#contracts/quantities/definitions.ts'
import { parseQuantities } from '#contracts/quantities/parse-quantities.ts'
import type { Quantity } from '#contracts/quantities/quantity.ts'
import { fold } from '#server/kernel/text.ts'
import { toNameKey } from '../quality/similar-names.ts'

/* What a machine states about the questions of the job finder: pure functions. See docs/job-finder.md. */

/** A machine of the catalogue. */
export interface MachineItem {
  rowId: number
  id: string
  slug: string
  name: string
  code: string | null
  pricePaise: number | null
  features: readonly string[]
  description: string
  specifications: Specifications
}

/** A specification of a machine. In another language, visitors read `shown` instead; what follows from it is decided in English. */
export interface Statement {
  label: string
  text: string
  shown?: { label: string; text: string }
}

/** A number that a machine states, in the base unit, with the specification that states it. */
export interface StatedNumber extends Statement {
  /** The smallest number of a range: '6 to 42 mm'. */
  least: number
  most: number
}
type NumberQuestion =
  | 'barDiameter'
  | 'hexagonBar'
  | 'squareBar'
  | 'turnedDiameter'
  | 'chuck'
  | 'turnedLength'
  | 'load'
  | 'accuracy'
  | 'power'

/** A machine as the job finder sees it. */
export interface MachineProfile extends Partial<Record<NumberQuestion, StatedNumber>> {
  rowId: number
  id: string
  slug: string
  name: string
  /** The name in another language. */
  shownName?: string
  code: string | null
  pricePaise: number | null
  /** In the directions X, Y and Z. */
  travel?: Partial<Record<Axis, StatedNumber>>
  /** The kind of machine, such as 'Capstan lathe'. */
  type?: Statement
  /** Takes bar only, neither castings nor cut pieces: the text that says so. */
  barOnly?: string
  /** Mentions a chuck, in which it turns pieces that are larger than its bar. */
  hasChuck?: boolean
  /** Turns round parts, and has no travel Y on which another part could be machined. */
  isLathe?: boolean
  /** What the machine can do, with the text that says so. */
  operations: Partial<Record<JobOperation, string>>
}
type Axis = 'X' | 'Y' | 'Z'

const DIMENSIONS: Record<NumberQuestion, Dimension> = {
  barDiameter: 'length',
  hexagonBar: 'length',
  squareBar: 'length',
  turnedDiameter: 'length',
  chuck: 'length',
  turnedLength: 'length',
  load: 'mass',
  accuracy: 'length',
  power: 'power',
}
const NUMBER_QUESTIONS = Object.keys(DIMENSIONS) as NumberQuestion[]

/** Words of an operation. Whether a machine turns is a matter of its kind alone: other machines have turning parts. */
const OPERATION_WORDS: Record<JobOperation, RegExp> = {
  turning: /\b(?:lathe|turning|turn-?mill|automatic|swiss)/,
  drilling: /\b(?:drill|lathe|turning|machining cent(?:re|er)|mill)/,
  threading: /\b(?:thread|tapping|screw-?cutting|chaser|lathe|turning|automatic|machining cent(?:re|er))/,
  milling: /\b(?:milling|machining cent(?:re|er)|mill-?turn|driven (?:tool|station)|\d+ driven|live tool)/,
  'cross-drilling':
    /\b(?:cross[ -]drill|driven (?:tool|station)|\d+ driven|live tool|machining cent(?:re|er))/,
}
/** Automatics are fed from bar unless they have a chuck. */
const BAR_ONLY = /\b(?:automatic|auto lathe|swiss|sliding head)/
const CHUCK = /(?<!(?:drill|collet|without|no) )\bchuck/
const OPERATIONS = Object.keys(OPERATION_WORDS) as JobOperation[]
const MAX_EVIDENCE_LENGTH = 120

/** Returns a machine with what visitors read in another language. */
export function translateMachine(
  machine: MachineProfile,
  translate: (text: string) => string,
): MachineProfile {
  const withShown = <Stated extends Statement>(stated: Stated): Stated => ({
    ...stated,
    shown: { label: translate(stated.label), text: translate(stated.text) },
  })
  const { type, travel, barOnly, operations } = machine
  const numbers = NUMBER_QUESTIONS.flatMap((question) => {
    const stated = machine[question]
    return stated ? [[question, withShown(stated)]] : []
  })
  return {
    ...machine,
    ...Object.fromEntries(numbers),
    shownName: translate(machine.name),
    ...(type && { type: withShown(type) }),
    ...(travel && { travel: mapValues(travel, withShown) }),
    ...(barOnly && { barOnly: translate(barOnly) }),
    operations: mapValues(operations, translate),
  }
}

const mapValues = <Values extends object>(
  values: Values,
  change: (value: NonNullable<Values[keyof Values]>) => Values[keyof Values],
): Values => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)])) as Values

/** Returns the function that reads machines by these names of specifications. */
export function createMachineReader(questions: JobQuestions): (item: MachineItem) => MachineProfile {
  const keys = new Map<string, string>()
  const toKey = (label: string) => {
    const known = keys.get(label)
    if (known !== undefined) return known
    const key = toNameKey(label)
    keys.set(label, key)
    return key
  }
  const wanted = Object.fromEntries(
    Object.entries(questions).map(([question, labels]) => [question, labels.map(toNameKey)]),
  ) as Record<JobQuestion, string[]>

  return ({ specifications, features, description, ...item }) => {
    const findTexts = (question: JobQuestion) =>
      wanted[question].flatMap((key) => specifications.filter(([label]) => toKey(label) === key))
    const [type] = findTexts('machineType')
    const kind = [item.name, ...(type ? [type[1]] : [])]
    const texts = [
      ...kind,
      ...specifications.map((pair) => pair.join(': ')),
      ...features,
      ...splitSentences(description),
    ]
    const profile: MachineProfile = {
      ...item,
      ...(type && { type: { label: type[0], text: type[1] } }),
      operations: Object.fromEntries(
        OPERATIONS.flatMap((operation) => {
          const evidence = (operation === 'turning' ? kind : texts).find((text) =>
            OPERATION_WORDS[operation].test(fold(text)),
          )
          return evidence ? [[operation, shorten(evidence)]] : []
        }),
      ),
    }
    for (const question of NUMBER_QUESTIONS)
      for (const [label, text] of findTexts(question)) {
        const stated = readNumber(label, text, question)
        if (!stated) continue
        profile[question] = stated
        break
      }
    for (const [label, text] of findTexts('travel')) {
      const travel = readTravel(label, text)
      if (Object.keys(travel).length === 0) continue
      profile.travel = { ...travel, ...profile.travel }
    }
    const barOnly = kind.find((text) => BAR_ONLY.test(fold(text)) && !CHUCK.test(fold(text)))
    if (barOnly && profile.barDiameter && !profile.turnedDiameter) profile.barOnly = barOnly
    profile.hasChuck = texts.some((text) => CHUCK.test(fold(text)))
    profile.isLathe = Boolean(profile.operations.turning) && !profile.travel?.Y
    return profile
  }
}

const readQuantities = (label: string, text: string, dimension: Dimension) =>
  parseQuantities(text, label).filter((quantity) => quantity.dimension === dimension && !quantity.role)

/**
 * Of several numbers the first counts: '5.5/7.5 kW' states the power that is always available. Of bar that is not round, it is
 * the one of its shape.
 */
function readNumber(label: string, text: string, question: NumberQuestion): StatedNumber | undefined {
  const shape = BAR_SHAPES[question]
  const quantities = readQuantities(label, text, DIMENSIONS[question])
  const quantity = shape ? pickOfShape(shape, label, text, quantities) : quantities[0]
  return quantity && toStated(label, text, quantity)
}

const BAR_SHAPES: Partial<Record<NumberQuestion, RegExp>> = {
  hexagonBar: /\bhex|\bacross flats|\ba\/f/i,
  squareBar: /\bsq/i,
}

/** 'Hexagon and square bar: 27 mm, 22 mm' states them in the order of the label, 'Bar: hexagon 27 mm, square 22 mm' beside the shapes. */
function pickOfShape(
  shape: RegExp,
  label: string,
  text: string,
  quantities: Quantity[],
): Quantity | undefined {
  const part = text.split(/[,;/]|\band\b/).find((words) => shape.test(words))
  if (part) return readQuantities(label, part, 'length')[0]
  const order = Object.values(BAR_SHAPES)
    .filter((other) => other.test(label))
    .sort((one, other) => label.search(one) - label.search(other))
  return quantities[order.indexOf(shape)]
}

function toStated(
  label: string,
  text: string,
  { min, max, isDeviation }: Quantity,
): StatedNumber | undefined {
  if (min !== null && max !== null && isDeviation) return { label, text, least: 0, most: max - min }
  const most = max ?? min
  if (most === null) return undefined
  return { label, text, least: min !== null && min !== most ? min : 0, most }
}

const AXES = ['X', 'Y', 'Z'] as const
/** ' X, Y, Z' at the end of 'Travel X, Y, Z'. */
const AXES_OF_LABEL = /(?<![\s,(])[\s,(]*\bX\s*(?:[,×x/]|and)\s*Y\b.*$/s

/** Reads 'Travel X, Y, Z: 850 × 500 × 500 mm', or 'Travel X: 850 mm'. */
function readTravel(label: string, text: string): Partial<Record<Axis, StatedNumber>> {
  const quantities = readQuantities(label, text, 'length')
  return Object.fromEntries(
    AXES.flatMap((axis) => {
      const quantity = quantities.find((other) => other.axis === axis)
      const stated = quantity && toStated(label, text, quantity)
      if (!stated) return []
      const isOfSeveral = AXES_OF_LABEL.test(label)
      return [[axis, isOfSeveral ? { ...stated, label: label.replace(AXES_OF_LABEL, ` ${axis}`) } : stated]]
    }),
  )
}

const splitSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/)

const shorten = (text: string): string =>
  text.length > MAX_EVIDENCE_LENGTH ? `${text.slice(0, MAX_EVIDENCE_LENGTH - 1).trimEnd()}…` : text
