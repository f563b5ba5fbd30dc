import type { Specifications } from '#contracts/item.ts'
import { slugify } from '#server/kernel/text.ts'

/** What one specification contributes to the filters. */
export interface Measure {
  /** The label as a slug, with the unit for figures: 'bar-capacity.mm'. */
  key: string
  label: string
  /** '' for words. */
  unit: string
  /** The figure in `unit`; null for words. */
  num: number | null
  /** The value as a slug. */
  value: string
  text: string
}

const FIGURE = /^(\d[\d,]*(?:\.\d+)?)(?:\s*([a-zA-Zµ°%"/²³]{1,12}))?$/
const LONGEST_WORD = 60
const LABELLED_CODES = /^(?:part|model|order|item|article)\s*(?:no\.?|number|code)$/i

/**
 * Figures and words of an item's specifications that lists can be filtered by. '25 mm' is a figure; '1.5 kW, 415 V' is
 * one by its first part; 'CL 25, SPA 20' is two words; sentences and codes, which no two items share, are left out.
 */
export function measuresOf(specifications: Specifications): Measure[] {
  const measures = specifications.flatMap(([label, text]) =>
    LABELLED_CODES.test(label) || !slugify(label) ? [] : readMeasures(label, text),
  )
  return [...new Map(measures.map((measure) => [`${measure.key}:${measure.value}`, measure])).values()]
}

/** The part numbers and the like among the specifications. */
export function codesOf(specifications: Specifications): string[] {
  return specifications.filter(([label]) => LABELLED_CODES.test(label)).map(([, code]) => code)
}

function readMeasures(label: string, text: string): Measure[] {
  const parts = text.split(/,\s+/)
  const figure = FIGURE.exec(parts[0]!)
  // '3, 14 mm wide' begins with a count that belongs to the words behind it.
  if (figure && (figure[2] || parts.length === 1)) return [toFigure(label, figure[1]!, figure[2] ?? '')]
  return parts.flatMap((part) => {
    const value = slugify(part)
    const fits = value && part.length <= LONGEST_WORD
    return fits ? [{ key: slugify(label), label, unit: '', num: null, value, text: part }] : []
  })
}

function toFigure(label: string, digits: string, unit: string): Measure {
  const num = Number(digits.replaceAll(',', ''))
  const unitSlug = slugify(unit.replace('°', 'deg').replace('%', 'percent').replace('"', 'inch'))
  const key = unitSlug ? `${slugify(label)}.${unitSlug}` : slugify(label)
  return { key, label, unit, num, value: String(num).replace('.', '-'), text: `${digits} ${unit}`.trim() }
}
