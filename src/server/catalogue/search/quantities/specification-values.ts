import { LRUCache } from 'lru-cache'
import { getCode, isCode } from '#contracts/item/code.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { getBaseUnit, type Meaning } from '#contracts/quantities/definitions.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import { parseQuantities } from '#contracts/quantities/parse-quantities.ts'
import type { Quantity } from '#contracts/quantities/quantity.ts'
import { findUnit, fromBase } from '#contracts/quantities/units.ts'
import type { Tables } from '#server/database/tables.ts'
import { slugify } from '#server/kernel/text.ts'
import { toQuantityKey } from './specification-keys.ts'

/** One value of a specification by which lists can be filtered, as it is stored. */
type SpecificationValue = Omit<Tables['item_specification'], 'item_row_id' | 'kind'>

const MAX_TEXT_LENGTH = 60
const MAX_PARSED = 2000
const MAX_PART_NUMBER_LENGTH = 100

/**
 * Returns the quantities and words of an item's specifications by which lists can be filtered. '25 mm' is a quantity, and
 * '1.5 kW, 415 V' two of them; 'CL 25, SPA 20' is two words. Long texts and codes are omitted, because hardly any items
 * share them.
 */
export function extractSpecificationValues(specifications: Specifications): SpecificationValue[] {
  const values = specifications.flatMap((specification) => {
    const [label, text] = specification
    return isCode(specification) || !slugify(label) ? [] : PARSED.memo(JSON.stringify([label, text]))
  })
  return [...new Map(values.map((value) => [`${value.key}:${value.value_slug}`, value])).values()]
}

type ItemWithCodes = Parameters<typeof getCode>[0]

/** Returns the unit, as it is written, of a text that consists of one number and a unit; undefined for any other text. */
export function getUnit(text: string): string | undefined {
  const [quantity, ...others] = parseQuantities(text)
  const isAll = quantity?.start === 0 && quantity.end === text.length && others.length === 0
  if (!isAll || quantity.min !== quantity.max || quantity.tolerance || quantity.counted) return undefined
  return /(?<=\d)\s*([^\d\s,.].*)$/u.exec(text)?.[1]
}

/** Returns the code of an item, and the part numbers and similar codes among its specifications. */
export function extractCodes({ commercial: { code }, specifications }: ItemWithCodes): string[] {
  const specified = specifications.filter(isCode).map(([, value]) => value)
  return code === null ? specified : [code, ...specified]
}

/** Returns the code of an item, shortened for the index of the admin's list; '' if there is none. */
export const getPartNumber = (item: ItemWithCodes): string =>
  (getCode(item) ?? '').slice(0, MAX_PART_NUMBER_LENGTH)

/** What `parseSpecification` returned last: most specifications occur in many items, and an import meets all of them. */
const PARSED = new LRUCache<string, readonly SpecificationValue[]>({
  max: MAX_PARSED,
  memoMethod: (specification) => parseSpecification(...(JSON.parse(specification) as [string, string])),
})

function parseSpecification(label: string, text: string): SpecificationValue[] {
  const quantities = parseQuantities(text, label).filter(({ role }) => role === undefined)
  const values = toQuantityValues(label, text, quantities)
  const words = toWordValues(label, text, quantities)
  // '25 mm round' begins with what is searched, unlike 'BT 40' of '8,000 rpm, BT 40' and '6 stations, power indexing'.
  const isQuantityFirst = quantities[0]?.start === 0 && !quantities[0].counted
  return [
    ...values,
    ...(isQuantityFirst ? words.filter(({ text_value }) => isDesignation(text_value)) : words),
  ]
}

/** Whether a text is letters with a number that is no quantity: 'BT 40', 'A2-6', 'VDI 30'. */
const isDesignation = (text: string): boolean => /^\p{Lu}{1,4}[ -]?\d+(?:[ -]\d+)?$/u.test(text)

/** Of several quantities of one key, the first one counts, and the others of its list: '6, 8 and 10 mm'. */
function toQuantityValues(label: string, text: string, quantities: Quantity[]): SpecificationValue[] {
  const starts = new Map<string, number>()
  return quantities.flatMap((quantity) => {
    const { dimension, unit, counted, axis, start, end } = quantity
    const ownLabel = toOwnLabel(label, axis)
    const key = toQuantityKey(ownLabel, dimension, counted)
    if (!starts.has(key)) starts.set(key, start)
    if (starts.get(key) !== start) return []
    const { min, max } = toStoredBounds(quantity, getMeaning(label, getBaseUnit(dimension)))
    const bounds = min === max ? [max] : [min, max]
    return [
      {
        key,
        label: ownLabel,
        unit: counted ?? getBaseUnit(dimension),
        max_value: max,
        min_value: min === max ? null : min,
        value_slug: slugify(
          bounds.map((bound) => String(fromBase(bound, unit)).replace('.', '-')).join(' to '),
        ),
        text_value: text.slice(start, end).slice(0, MAX_TEXT_LENGTH),
      },
    ]
  })
}

/** 'Travel X, Y, Z' → 'Travel X'; 'Diameter × lead' → 'Lead'. */
function toOwnLabel(label: string, axis: string | undefined): string {
  const name = removeUnit(label)
  if (axis === undefined) return name
  if (axis.length > 1) return axis.charAt(0).toUpperCase() + axis.slice(1)
  const rest = name
    .replace(/[([][^()[\]]*[)\]]/g, ' ')
    .replace(
      /(?<![\p{L}\d])[A-Z](?:\s*(?:,|\/|×|x|&|and|\*)\s*[A-Z]){0,5}(?:[ -]?ax[ei]s)?(?![\p{L}\d])/gu,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
  return `${rest} ${axis}`.trim()
}

/** 'Swing over bed (mm)' → 'Swing over bed'. */
const removeUnit = (label: string): string =>
  label.replace(/(?<![,\s])[,\s]*[([]\s*(?!\s)([^()[\]]{1,12})\s*[)\]]\s*$/, (match, unit: string) =>
    findUnit(unit) ? '' : match,
  )

/** 'Up to 42 mm' is 42 mm for a capability, and everything from zero for a size; ± 0.01 mm is an error of 0.01 mm. */
function toStoredBounds({ min, max, isDeviation }: Quantity, meaning: Meaning): { min: number; max: number } {
  if (isDeviation && meaning === 'limit') return { min: max!, max: max! }
  if (max === null) return { min: min!, max: min! }
  return { min: min ?? (meaning === 'size' ? 0 : max), max }
}

/** The parts of a text that are no quantities. */
function toWordValues(label: string, text: string, quantities: Quantity[]): SpecificationValue[] {
  const read = new Set(quantities.map(({ start, end }) => text.slice(start, end)))
  return text.split(/,\s+/).flatMap((part) => {
    const value_slug = slugify(part)
    if (!value_slug || part.length > MAX_TEXT_LENGTH || read.has(part)) return []
    const key = slugify(label)
    return [{ key, label, unit: '', max_value: null, min_value: null, value_slug, text_value: part }]
  })
}
