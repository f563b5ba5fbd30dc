import sjson from 'secure-json-parse'
import { z } from 'zod'
import {
  COMMERCIAL_FIELD_NAMES,
  COMMERCIAL_FIELDS,
  type CommercialField,
  type CommercialFields,
} from '#contracts/item/commercial-fields.ts'
import type { ItemFields, ServiceBody, Specifications } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { filterCompleteSpecifications } from '#contracts/item/parse-item.ts'
import {
  isOriginalPriceTooLow,
  isPriceOnRequest,
  ORIGINAL_PRICE_TOO_LOW,
  parseRupees,
} from '#contracts/item/price-rules.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { fold } from '#server/kernel/text.ts'
import { ItemDraft } from './draft.ts'

/**
 * Reads a machine or spare part from the form's text fields and stored images. A field that is absent keeps the value of
 * `existing`; an empty one is cleared (decision 0008). Throws 400 for the first invalid field.
 */
export function parseItemForm(
  kind: Kind,
  fields: FormTexts,
  images: string[],
  existing: ItemDraft,
): ItemDraft {
  return checkDraft(kind, readItemForm(kind, fields, images, existing))
}

type FormTexts = Partial<Record<keyof ItemFields, string | undefined>>

/** Reads the texts like `parseItemForm`, and leaves it to the caller to check the limits of the result. */
export function readItemForm(
  kind: Kind,
  fields: FormTexts,
  images: string[],
  existing: ItemDraft,
): ItemDraft {
  const parse = <Value>(
    text: string | undefined,
    parseText: (text: string) => Value,
    current: Value,
  ): Value => (text === undefined ? current : parseText(text.trim()))
  return {
    name: parse(fields.name, String, existing.name),
    description: parse(fields.description, String, existing.description),
    category: parse(fields.category, (text) => text || DEFAULT_CATEGORIES[kind], existing.category),
    brand: parse(fields.brand, (text) => text || null, existing.brand),
    pricePaise: parse(fields.price, (text) => parsePrice(text, 'price'), existing.pricePaise),
    originalPricePaise: parse(
      fields.originalPrice,
      (text) => parsePrice(text, 'original price'),
      existing.originalPricePaise,
    ),
    features: parse(fields.features, (text) => parseTextList(text, 'features'), existing.features),
    specifications: parse(fields.specifications, parseSpecifications, existing.specifications),
    commercial: parseCommercialFields(fields, existing.commercial),
    images,
    captions: arrangeCaptions(
      images,
      parse(fields.captions, (text) => parseTexts(text, 'captions'), undefined),
      existing.captions,
    ),
    featured: parse(fields.featured, (text) => parseFlag(text, 'featured'), existing.featured),
    state: parse(fields.draft, (text) => toState(parseFlag(text, 'draft')), existing.state),
  }
}

/**
 * Reads a service from a JSON body; `images` are stored images. What is absent keeps the value of `existing`. Throws 400
 * for the first invalid field.
 */
export function parseServiceBody(
  { name, description, specification, captions, featured, draft, ...body }: Omit<ServiceBody, 'images'>,
  images: string[] | undefined,
  existing: ItemDraft,
): ItemDraft {
  return checkDraft('service', {
    ...existing,
    name: name.trim(),
    description: description.trim(),
    ...(specification && { specifications: toSpecifications(specification) }),
    commercial: parseCommercialFields(body, existing.commercial),
    ...(images && { images }),
    captions: arrangeCaptions(images ?? existing.images, captions, existing.captions),
    ...(featured !== undefined && { featured }),
    ...(draft !== undefined && { state: toState(draft) }),
  })
}

/** Reads the commercial fields of a request. An absent one keeps its value, an empty one is cleared. Throws 400. */
function parseCommercialFields(
  values: { [Field in CommercialField]?: string | number | null | undefined },
  existing: CommercialFields,
): CommercialFields {
  const parsed: Record<string, unknown> = { ...existing }
  for (const field of COMMERCIAL_FIELD_NAMES) {
    const value = values[field]
    if (value === undefined) continue
    const text = String(value ?? '').trim()
    // A GST rate that has ended stays valid for an item that has it.
    if (text !== String(existing[field] ?? '')) parsed[field] = parseCommercialField(field, text)
  }
  return parsed as unknown as CommercialFields
}

function parseCommercialField(field: CommercialField, text: string) {
  if (!text) return null
  const { label, expected, parse } = COMMERCIAL_FIELDS[field]
  const value = parse(text)
  if (value === undefined) throw invalidField(field, `${label}: '${text.slice(0, 50)}' is not ${expected}.`)
  return value
}

/**
 * Returns an item with these pictures after its present ones, or instead of them. Each picture keeps its caption. Throws
 * 400 for more than six pictures.
 */
export function changePictures(
  kind: Kind,
  existing: ItemDraft,
  mode: 'add' | 'replace',
  pictures: string[],
): ItemDraft {
  const images = [...new Set([...(mode === 'add' ? existing.images : []), ...pictures])]
  CHECKS.images(images, kind)
  return { ...existing, images, captions: arrangeCaptions(images, undefined, existing.captions) }
}

/**
 * Returns the captions of these images: the `requested` ones in the order of the images, or those that the images have.
 */
function arrangeCaptions(
  images: string[],
  requested: string[] | undefined,
  existing: Record<string, string>,
): Record<string, string> {
  const captions = images.map((image, index) => [
    image,
    requested ? (requested[index] ?? '').trim() : (existing[image] ?? ''),
  ])
  return Object.fromEntries(captions.filter(([, caption]) => caption))
}

const COPY_SUFFIX = ' (copy)'
/** Returns the name of a copy of an item; a long one is shortened. */
export const toCopyName = (name: string) =>
  name.slice(0, LIMITS.nameLength - COPY_SUFFIX.length).trimEnd() + COPY_SUFFIX

const toState = (isDraft: boolean) => (isDraft ? 'draft' : 'published')

const UNLIMITED = () => {}

/** The limits of each field. Each function throws 400 for a value beyond them. */
const CHECKS: { [Field in keyof ItemDraft]: (value: ItemDraft[Field], kind: Kind) => void } = {
  name: (name) => checkRequiredText('name', name, LIMITS.nameLength, MESSAGES.nameRequired),
  description: (description) =>
    checkRequiredText('description', description, LIMITS.descriptionLength, MESSAGES.descriptionRequired),
  category: (category) => checkText('The category', category, LIMITS.categoryLength),
  brand: (brand) => checkText('The brand', brand ?? '', LIMITS.brandLength),
  // `parsePrice` has checked the text.
  pricePaise: UNLIMITED,
  originalPricePaise: UNLIMITED,
  features(features) {
    if (features.length > LIMITS.features) throw badRequest(`At most ${LIMITS.features} key features.`)
    for (const feature of features) checkText('A key feature', feature, LIMITS.featureLength)
  },
  specifications(specifications) {
    if (specifications.length > LIMITS.specifications)
      throw badRequest(`At most ${LIMITS.specifications} specifications.`)
    for (const [key, value] of specifications) {
      checkText('A specification name', key, LIMITS.specificationKeyLength)
      checkText('A specification value', value, LIMITS.specificationValueLength)
    }
  },
  images(images, kind) {
    if (images.length > LIMITS.images)
      throw badRequest(kind === 'service' ? MESSAGES.sixServiceImages : MESSAGES.sixImages)
  },
  captions(captions) {
    for (const caption of Object.values(captions)) checkText('A caption', caption, LIMITS.captionLength)
  },
  // `parseCommercialFields` has checked the texts.
  commercial: UNLIMITED,
  featured: UNLIMITED,
  state: UNLIMITED,
}

/**
 * Throws 400 for the first field of an imported item beyond its limits. Items of price lists rarely have two
 * specifications, which forms require; the dashboard lists those that lack them.
 */
export function checkImportedDraft(kind: Kind, draft: ItemDraft): void {
  checkFields(kind, draft, { minSpecifications: 0 })
  checkPrices(draft)
}

/** Throws 400 for the first field of an item beyond its limits, and returns the item. */
export function checkDraft(kind: Kind, draft: ItemDraft): ItemDraft {
  checkFields(kind, draft, LIMITS)
  checkPrices(draft)
  return draft
}

/** Throws 400 for the first field of an item beyond its own limits. Services need no specifications. */
export function checkFields(
  kind: Kind,
  draft: ItemDraft,
  { minSpecifications }: { minSpecifications: number },
): void {
  const check = <Field extends keyof ItemDraft>(field: Field) => CHECKS[field](draft[field], kind)
  for (const field of ItemDraft.keyof().options) {
    check(field)
    if (field === 'specifications' && kind !== 'service' && draft.specifications.length < minSpecifications)
      throw invalidField('specifications', MESSAGES.twoSpecifications)
  }
}

/** Throws 400 for an original price below the price. */
export function checkPrices({ pricePaise, originalPricePaise }: ItemDraft): void {
  if (isOriginalPriceTooLow(pricePaise, originalPricePaise))
    throw invalidField('originalPrice', ORIGINAL_PRICE_TOO_LOW)
}

function checkRequiredText(field: string, text: string, maxLength: number, message: string): void {
  if (!text) throw invalidField(field, message)
  checkText(`The ${field}`, text, maxLength)
}

function checkText(label: string, text: string, maxLength: number): void {
  if (text.length > maxLength) throw badRequest(`${label} can have at most ${maxLength} characters.`)
  if (text.includes('\0')) throw badRequest(`${label} cannot contain a null character.`)
}

const invalidField = (field: string, message: string) => badRequest(message, [{ field, message }])

/** How the images of a form refer to its new files: 'file:0' is the first. */
export const toFilePlaceholder = (_file: unknown, index: number) => `file:${index}`
const FILE_PLACEHOLDER = /^file:(\d+)$/

/**
 * Returns the images of a changed item: the `requested` ones in their order, in which 'file:0' is the first of `added`, or
 * all `existing` ones if the request names none (decision 0008). Added images that it does not name come last. Throws 400
 * for an image that the item does not have, and for a file that was not received.
 */
export function arrangeImages(existing: string[], added: string[], requested = existing): string[] {
  const arranged = requested.map((image) => {
    const fileIndex = FILE_PLACEHOLDER.exec(image)?.[1]
    if (fileIndex === undefined && !existing.includes(image) && !isWebUrl(image))
      throw badRequest('One of the existing images does not belong to this item.')
    const arrangedImage = fileIndex === undefined ? image : added[Number(fileIndex)]
    if (arrangedImage === undefined)
      throw badRequest('One of the new images was not received. Please choose it again.')
    return arrangedImage
  })
  return [...new Set([...arranged, ...added])]
}

/** Whether a text is an http or https URL of at most 2,000 characters. The server never requests it. */
export function isWebUrl(text: string): boolean {
  return text.length <= LIMITS.urlLength && /^https?:\/\//.test(text) && URL.canParse(text)
}

/**
 * Returns the default category or the one among `existing` that differs from the entered one only in case, accents and
 * spaces; else the entered one, with single spaces between its words.
 */
export function normalizeCategory(kind: Kind, entered: string, existing: string[]): string {
  const candidates = [DEFAULT_CATEGORIES[kind], ...existing]
  return candidates.find((category) => fold(category) === fold(entered)) ?? entered.replace(/\s+/g, ' ')
}

/** '15,00,000' or '1500000.50' rupees → paise; '' and 'on request' → null. */
function parsePrice(text: string, label: string): number | null {
  if (!text || isPriceOnRequest(text)) return null
  const rupees = parseRupees(text)
  if (rupees === undefined) throw badRequest(`The ${label} must be an amount in rupees, such as 15,00,000.`)
  return Math.round(rupees * 100)
}

function parseFlag(text: string, field: string): boolean {
  if (['true', 'on', '1'].includes(text)) return true
  if (['false', 'off', '0', ''].includes(text)) return false
  throw badRequest(`The field ${field} must be true or false.`)
}

const SpecificationMap = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

const parseSpecifications = (text: string): Specifications =>
  toSpecifications(
    parseJson(text, SpecificationMap, 'The specifications must be a JSON object of names and values.'),
  )

/** Returns the complete pairs of a map, with values as texts. */
const toSpecifications = (map: z.infer<typeof SpecificationMap>): Specifications =>
  filterCompleteSpecifications(Object.entries(map).map(([key, value]) => [key, String(value ?? '')]))

/** Reads a JSON list of texts; '' → []. Empty entries are left out. Throws 400. */
export const parseTextList = (text: string, field: string): string[] =>
  parseTexts(text, field)
    .map((entry) => entry.trim())
    .filter(Boolean)

const parseTexts = (text: string, field: string): string[] =>
  parseJson(text || '[]', z.array(z.string()), `The field ${field} must be a JSON list of texts.`)

/** Throws 400 for invalid JSON, for another type and for keys that would change the prototype of an object. */
function parseJson<Value>(text: string, schema: z.ZodType<Value>, message: string): Value {
  try {
    return schema.parse(sjson.parse(text, null, { protoAction: 'error', constructorAction: 'error' }))
  } catch {
    throw badRequest(message)
  }
}
