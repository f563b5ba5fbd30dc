import type { Specifications } from '#contracts/item.ts'
import { getCode, isCode } from '#contracts/item-code.ts'
import type { Tables } from '#server/database/tables.ts'
import { slugify } from '#server/kernel/text.ts'

/** One value of a specification by which lists can be filtered, as it is stored. */
type SpecificationValue = Omit<Tables['item_specification'], 'item_row_id' | 'kind'>

const NUMBER_WITH_UNIT = /^(\d[\d,]*(?:\.\d+)?)(?:\s*([a-zA-Zµ°%"/²³]{1,12}))?$/
const MAX_TEXT_LENGTH = 60
const MAX_PART_NUMBER_LENGTH = 100

/**
 * Returns the numbers and words of an item's specifications by which lists can be filtered. '25 mm' is a number, and so
 * is the first part of '1.5 kW, 415 V'; 'CL 25, SPA 20' is two words. Long texts and codes are omitted, because hardly
 * any items share them.
 */
export function extractSpecificationValues(specifications: Specifications): SpecificationValue[] {
  const values = specifications.flatMap((specification) => {
    const [label, text] = specification
    return isCode(specification) || !slugify(label) ? [] : parseSpecification(label, text)
  })
  return [...new Map(values.map((value) => [`${value.key}:${value.value_slug}`, value])).values()]
}

type ItemWithCodes = Parameters<typeof getCode>[0]

/** Returns the unit of a text that consists of one number and a unit; undefined for any other text. */
export const getUnit = (text: string): string | undefined => NUMBER_WITH_UNIT.exec(text)?.[2]

/** Returns the code of an item, and the part numbers and similar codes among its specifications. */
export function extractCodes({ commercial: { code }, specifications }: ItemWithCodes): string[] {
  const specified = specifications.filter(isCode).map(([, value]) => value)
  return code === null ? specified : [code, ...specified]
}

/** Returns the code of an item, shortened for the index of the admin's list; '' if there is none. */
export const getPartNumber = (item: ItemWithCodes): string =>
  (getCode(item) ?? '').slice(0, MAX_PART_NUMBER_LENGTH)

function parseSpecification(label: string, text: string): SpecificationValue[] {
  const parts = text.split(/,\s+/)
  const numberMatch = NUMBER_WITH_UNIT.exec(parts[0]!)
  // '3, 14 mm wide' begins with a count that belongs to the words after it.
  if (numberMatch && (numberMatch[2] || parts.length === 1))
    return [toNumericValue(label, numberMatch[1]!, numberMatch[2] ?? '')]
  return parts.flatMap((part) => {
    const value_slug = slugify(part)
    if (!value_slug || part.length > MAX_TEXT_LENGTH) return []
    return [{ key: slugify(label), label, unit: '', numeric_value: null, value_slug, text_value: part }]
  })
}

function toNumericValue(label: string, digits: string, unit: string): SpecificationValue {
  const numeric_value = Number(digits.replaceAll(',', ''))
  const unitSlug = slugify(unit.replace('°', 'deg').replace('%', 'percent').replace('"', 'inch'))
  const key = unitSlug ? `${slugify(label)}.${unitSlug}` : slugify(label)
  return {
    key,
    label,
    unit,
    numeric_value,
    value_slug: String(numeric_value).replace('.', '-'),
    text_value: `${digits} ${unit}`.trim(),
  }
}
