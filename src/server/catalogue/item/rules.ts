import type { ItemFields, ServiceBody } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { isOriginalPriceTooLow, ORIGINAL_PRICE_TOO_LOW } from '#contracts/item/price-rules.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { fold } from '#server/kernel/text.ts'
import type { ItemDraft } from './draft.ts'
import { invalidField, parseFlag, parseTexts, toSpecifications } from './field-texts.ts'
import {
  getField,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  type ItemField,
  type ItemFieldValues,
  withFields,
} from './fields.ts'

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

/** The texts of a form or of cells of the grid, which state a state instead of `draft`. */
type FormTexts = Partial<Record<keyof ItemFields | 'state', string | undefined>>

/** Reads the texts like `parseItemForm`, and leaves it to the caller to check the limits of the result. */
export function readItemForm(
  kind: Kind,
  fields: FormTexts,
  images: string[],
  existing: ItemDraft,
): ItemDraft {
  const { captions, draft } = fields
  return {
    ...withFields(existing, readFields(kind, fields, existing)),
    images,
    captions: arrangeCaptions(
      images,
      captions === undefined ? undefined : parseTexts(captions.trim(), 'captions'),
      existing.captions,
    ),
    ...(draft !== undefined && { state: toState(parseFlag(draft.trim(), 'draft')) }),
  }
}

/** Reads the fields of a request. An absent one is left out, an empty one is cleared. Throws 400. */
function readFields(
  kind: Kind,
  texts: { [Field in ItemField]?: string | number | null | undefined },
  existing: ItemDraft,
): Partial<ItemFieldValues> {
  const values: Partial<Record<ItemField, unknown>> = {}
  for (const field of ITEM_FIELD_NAMES) {
    const { parse } = ITEM_FIELDS[field]
    const entered = texts[field]
    if (!parse || entered === undefined) continue
    const text = String(entered ?? '').trim()
    // A GST rate that has ended stays valid for an item that has it.
    if (field === 'gstRate' && text === String(existing.commercial.gstRate)) continue
    values[field] = parse(text, kind)
  }
  return values as Partial<ItemFieldValues>
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
    ...withFields(existing, readFields('service', body, existing)),
    name: name.trim(),
    description: description.trim(),
    ...(specification && { specifications: toSpecifications(specification) }),
    ...(images && { images }),
    captions: arrangeCaptions(images ?? existing.images, captions, existing.captions),
    ...(featured !== undefined && { featured }),
    ...(draft !== undefined && { state: toState(draft) }),
  })
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
  ITEM_FIELDS.images.check?.(images, kind)
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
  for (const field of ITEM_FIELD_NAMES) {
    ITEM_FIELDS[field].check?.(getField(draft, field) as never, kind)
    if (field === 'specifications' && kind !== 'service' && draft.specifications.length < minSpecifications)
      throw invalidField('specifications', MESSAGES.twoSpecifications)
  }
}

/** Throws 400 for an original price below the price. */
export function checkPrices({ pricePaise, originalPricePaise }: ItemDraft): void {
  if (isOriginalPriceTooLow(pricePaise, originalPricePaise))
    throw invalidField('originalPrice', ORIGINAL_PRICE_TOO_LOW)
}

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
      throw badRequest('One of the new images was not received. Choose it again.')
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
