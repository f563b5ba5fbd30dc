import sjson from 'secure-json-parse'
import { z } from 'zod'
import type { ItemFields, ServiceBody, Specifications } from '#contracts/item.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/kind.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { filterCompleteSpecifications } from '#contracts/parse-item.ts'
import { badRequest } from '#server/kernel/problem.ts'

/** What staff may say of an item. Pictures are stored images: media ids and outside addresses. */
export interface ItemDraft {
  name: string
  description: string
  category: string
  brand: string | null
  pricePaise: number | null
  originalPricePaise: number | null
  features: string[]
  specifications: Specifications
  images: string[]
  featured: boolean
  /** Kept from the site until it is ready. */
  draft: boolean
}

const EMPTY_DRAFT: ItemDraft = {
  name: '',
  description: '',
  category: 'machine',
  brand: null,
  pricePaise: null,
  originalPricePaise: null,
  features: [],
  specifications: [],
  images: [],
  featured: false,
  draft: false,
}

/** A machine or part as the multipart form describes it, over what is there already. Throws the 400 of the first broken rule. */
export function draftFromFields(kind: Kind, fields: ItemFields, existing?: ItemDraft): ItemDraft {
  const before = existing ?? { ...EMPTY_DRAFT, category: DEFAULT_CATEGORIES[kind] }
  return validateDraft(kind, {
    name: fields.name.trim(),
    description: fields.description.trim(),
    category: parseIfPresent(fields.category, before.category, (text) => text || DEFAULT_CATEGORIES[kind]),
    brand: parseIfPresent(fields.brand, before.brand, (text) => text || null),
    pricePaise: parseIfPresent(fields.price, before.pricePaise, (text) => parsePrice(text, 'price')),
    originalPricePaise: parseIfPresent(fields.originalPrice, before.originalPricePaise, (text) =>
      parsePrice(text, 'original price'),
    ),
    features: parseIfPresent(fields.features, before.features, parseTextList('features')),
    specifications: parseIfPresent(fields.specifications, before.specifications, parseSpecifications),
    images: before.images,
    featured: parseIfPresent(fields.featured, before.featured, parseFlag('featured')),
    draft: parseIfPresent(fields.draft, before.draft, parseFlag('draft')),
  })
}

/** A service as its JSON describes it; `images` are stored images. Throws the 400 of the first broken rule. */
export function draftFromService(
  body: Omit<ServiceBody, 'images'>,
  images: string[] | undefined,
  existing?: ItemDraft,
): ItemDraft {
  const before = existing ?? { ...EMPTY_DRAFT, category: DEFAULT_CATEGORIES.service }
  const specifications = body.specification
    ? Object.entries(body.specification).map(([key, value]): [string, string] => [key, String(value)])
    : before.specifications
  return validateDraft('service', {
    ...before,
    name: body.name.trim(),
    description: body.description.trim(),
    specifications: filterCompleteSpecifications(specifications),
    images: images ?? before.images,
    featured: body.featured ?? before.featured,
    draft: body.draft ?? before.draft,
  })
}

const NEW_FILE = /^file:(\d)$/

/**
 * The images a change leaves: those wanted, in the order asked for, where 'file:0' stands for the first of `added`; all
 * that are there when it says nothing (decision 0008). Files that no place names come last.
 */
export function arrangeImages(
  existing: string[],
  added: string[],
  requested: string[] | undefined,
): string[] {
  const arranged = (requested ?? existing).flatMap((image) => {
    const fileIndex = NEW_FILE.exec(image)?.[1]
    if (fileIndex !== undefined) return added[Number(fileIndex)] ?? []
    if (!existing.includes(image) && !isWebAddress(image))
      throw badRequest('One of the images to keep does not belong to this item.')
    return image
  })
  return [...new Set([...arranged, ...added])]
}

/** Throws the 400 when a place stands for a new file that did not come along. */
export function checkNewFiles(requested: string[], count: number): void {
  const fileIndexes = requested.flatMap((image) => NEW_FILE.exec(image)?.[1] ?? [])
  if (fileIndexes.some((fileIndex) => Number(fileIndex) >= count))
    throw badRequest('One of the new images did not arrive. Please choose it again.')
}

/** Throws the 400 unless the pictures fit (rows FRM-4, FRM-8). */
export function checkImageCount(kind: Kind, count: number): void {
  if (count > LIMITS.images)
    throw badRequest(kind === 'service' ? MESSAGES.sixServiceImages : MESSAGES.sixImages)
}

/** An address a page may show: http or https, of a sane length. The server never fetches it. */
export function isWebAddress(text: string): boolean {
  return text.length <= LIMITS.urlLength && /^https?:\/\//.test(text) && URL.canParse(text)
}

/** Reads the JSON list of addresses that `existingImages` carries. */
export const parseAddresses = (text: string): string[] => parseTextList('existingImages')(text)

function validateDraft(kind: Kind, draft: ItemDraft): ItemDraft {
  if (!draft.name)
    throw badRequest(MESSAGES.nameRequired, [{ field: 'name', message: MESSAGES.nameRequired }])
  if (!draft.description) {
    throw badRequest(MESSAGES.descriptionRequired, [
      { field: 'description', message: MESSAGES.descriptionRequired },
    ])
  }
  checkText('The name', draft.name, LIMITS.nameLength)
  checkText('The description', draft.description, LIMITS.descriptionLength)
  if (kind !== 'service' && draft.specifications.length < LIMITS.minSpecifications) {
    throw badRequest(MESSAGES.twoSpecifications, [
      { field: 'specifications', message: MESSAGES.twoSpecifications },
    ])
  }
  if (draft.specifications.length > LIMITS.specifications)
    throw badRequest(`At most ${LIMITS.specifications} specifications.`)
  for (const [key, value] of draft.specifications) {
    checkText('A specification name', key, LIMITS.specificationKeyLength)
    checkText('A specification value', value, LIMITS.specificationValueLength)
  }
  if (draft.features.length > LIMITS.features) throw badRequest(`At most ${LIMITS.features} key features.`)
  for (const feature of draft.features) checkText('A key feature', feature, LIMITS.featureLength)
  return draft
}

function checkText(label: string, text: string, maxLength: number): void {
  if (text.length > maxLength) throw badRequest(`${label} can have at most ${maxLength} characters.`)
  if (text.includes('\0')) throw badRequest(`${label} cannot contain a null character.`)
}

/** Absent keeps what is there; anything else, an empty text too, replaces it. */
function parseIfPresent<Value>(
  text: string | undefined,
  before: Value,
  parse: (text: string) => Value,
): Value {
  return text === undefined ? before : parse(text.trim())
}

/** '15,00,000' or '1500000.50' rupees → paise; '' → null. */
function parsePrice(text: string, label: string): number | null {
  if (!text) return null
  const plain = text.replace(/[₹,\s]/g, '')
  if (!/^\d{1,11}(\.\d{1,2})?$/.test(plain) || Number(plain) > LIMITS.price) {
    throw badRequest(`The ${label} must be an amount in rupees, such as 15,00,000.`)
  }
  return Math.round(Number(plain) * 100)
}

function parseFlag(field: string) {
  return (text: string): boolean => {
    if (['true', 'on', '1'].includes(text)) return true
    if (['false', 'off', '0', ''].includes(text)) return false
    throw badRequest(`The field ${field} must be true or false.`)
  }
}

const SpecificationPairs = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
function parseSpecifications(text: string): Specifications {
  const map = SpecificationPairs.safeParse(parseJson(text))
  if (!map.success) throw badRequest('The specifications must be a JSON object of names and values.')
  return filterCompleteSpecifications(
    Object.entries(map.data).map(([key, value]) => [key, String(value ?? '')]),
  )
}

function parseTextList(field: string) {
  return (text: string): string[] => {
    const list = z.array(z.string()).safeParse(text ? parseJson(text) : [])
    if (!list.success) throw badRequest(`The field ${field} must be a JSON list of texts.`)
    return list.data.map((entry) => entry.trim()).filter(Boolean)
  }
}

/** JSON without keys that would reach into an object's prototype; undefined when it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return sjson.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    return undefined
  }
}
