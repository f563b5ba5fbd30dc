import { getBaseUnit } from '#contracts/quantities/definitions.ts'
import { DIMENSION_WORDS, FILLER_LABEL_WORDS } from '#contracts/quantities/label-vocabulary.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import { getLabelWords, isSameWord, toLabelWords } from '../search/quantities/label-words.ts'
import { readQuantities } from './compare-values.ts'

/** A specification of the compared items, with the text of each. */
export interface SpecificationRow {
  label: string
  values: (string | null)[]
}

/** What a name says about one of its quantities, in the words by which searches find it. */
interface Property {
  /** The words of the name without those that only say what is measured: 'spindle' of 'Spindle motor: 11 kW'. */
  words: string[]
  /** Dimension, meaning, and the axes or the thing that is counted. */
  measure: string
  /** Whether the name says what is measured: 'Spindle motor', unlike 'Spindle: 11 kW'. */
  isNamed: boolean
}

/**
 * Joins rows that state the same property under different names: 'Spindle power' and 'Spindle motor' become one row. Of a
 * text with several properties, the part that another row is named after moves there: '7.5 kW' of 'Spindle: 5,000 rpm,
 * 7.5 kW'. Only empty cells are filled. No text is changed, and none is shown twice.
 */
export function joinProperties(rows: readonly SpecificationRow[]): SpecificationRow[] {
  const joined = rows.map(({ label, values }) => {
    const stated = values.map((value) => (value === null ? [] : listProperties(label, value)))
    return { label, values: [...values], stated, main: findMain(stated) }
  })
  for (const [index, target] of joined.entries())
    for (const [position, source] of joined.entries()) {
      const { main } = target
      if (!main || !source.main || source === target) continue
      const isPart = main.isNamed && !source.main.isNamed
      const isSame = main.isNamed === source.main.isNamed && isSameProperty(main, source.main)
      if (!isPart && !(isSame && index < position)) continue
      for (const [item, value] of source.values.entries()) {
        if (value === null || target.values[item] !== null) continue
        if (isPart && !source.stated[item]!.some((each) => isSameProperty(each, main))) continue
        const { taken, rest } = isPart ? takePart(source.label, value, main) : { taken: value, rest: null }
        target.values[item] = taken
        source.values[item] = rest
      }
    }
  return joined
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ label, values }) => ({ label, values }))
}

/** The property that a row is about: the one its name names, or the first of its first text with a quantity. */
function findMain(stated: Property[][]): Property | undefined {
  const first = stated.find(({ length }) => length > 0) ?? []
  return first.find(({ isNamed }) => isNamed) ?? first[0]
}

/** The properties of a text. Quantities of one dimension are one property: 'Travel X, Z: 130, 330 mm'. */
function listProperties(label: string, text: string): Property[] {
  const all = toLabelWords(label)
  const distinguishing = getLabelWords(label)
  const groups = Object.values(
    Object.groupBy(readQuantities(text, label), ({ dimension, counted = '' }) => `${dimension} ${counted}`),
  )
  return groups.map((group = []) => {
    const { dimension, counted } = group[0]!
    const generic = DIMENSION_WORDS[dimension] ?? []
    const words = distinguishing.filter((word) => !generic.includes(word))
    const axes = group.flatMap(({ axis }) => axis ?? [])
    return {
      words: [...words, ...listQualifiers(all, words.length > 0)],
      measure: [dimension, getMeaning(label, getBaseUnit(dimension)), counted, ...axes].join(),
      isNamed: all.some((word) => generic.includes(word)),
    }
  })
}

/** Words that searches ignore and that tell properties apart: 'Pitch' and 'Pitch diameter'. A bar capacity is a diameter. */
const QUALIFIERS: Record<string, string> = {
  min: 'minimum',
  minimum: 'minimum',
  dia: 'diameter',
  diameter: 'diameter',
  capacity: 'diameter',
  size: 'size',
}

/** A name without other words is told apart by all that it has: 'Maximum weight' is not 'Net weight'. */
const listQualifiers = (words: string[], hasOthers: boolean): string[] =>
  words.flatMap(
    (word) => QUALIFIERS[word] ?? (!hasOthers && FILLER_LABEL_WORDS.has(word) && word !== 'net' ? word : []),
  )

const isSameProperty = (one: Property, other: Property): boolean =>
  one.measure === other.measure &&
  (one.isNamed || one.words.length > 0) &&
  one.words.length === other.words.length &&
  one.words.every((word) => other.words.some((another) => isSameWord(word, another)))

/** Takes the parts of a text that state nothing but a property; none if they read differently alone: '30, 30 m/min'. */
function takePart(
  label: string,
  text: string,
  property: Property,
): { taken: string | null; rest: string | null } {
  const parts = text.split(/,\s+/)
  const read = (texts: string[]) =>
    texts
      .flatMap((part) => readQuantities(part, label))
      .map(({ dimension, min, max }) => [dimension, min, max])
  const isDivisible = JSON.stringify(read(parts)) === JSON.stringify(read([text]))
  const isTaken = (part: string) => {
    const properties = listProperties(label, part)
    return isDivisible && properties.length > 0 && properties.every((each) => isSameProperty(each, property))
  }
  const join = (chosen: string[]) => chosen.join(', ') || null
  return { taken: join(parts.filter(isTaken)), rest: join(parts.filter((part) => !isTaken(part))) }
}
