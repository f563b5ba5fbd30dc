import {
  joinPath,
  type ListField,
  type NumberField,
  pathsOf,
  readAt,
  type SiteField,
  type TextField,
} from './site-content-fields.ts'
import { SITE_SECTIONS } from './site-content-sections.ts'

/** What is wrong with one field: `field` is its path in the document, the sentence names it as staff know it. */
export interface Fault {
  field: string
  message: string
}

type TextKind = TextField['kind']

const LENGTHS: Record<TextKind, number> = {
  text: 300,
  paragraph: 2000,
  'e-mail': 254,
  telephone: 40,
  digits: 15,
  link: 300,
  page: 300,
}
/** What a filled-in text of each kind must look like, and the words when it does not. */
const SHAPES: Partial<Record<TextKind, { fits: (text: string) => boolean; words: string }>> = {
  'e-mail': {
    fits: (text) => /^[^\s@<>"',;:]+@[^\s@<>"',;:.]+(?:\.[^\s@<>"',;:.]+)+$/.test(text),
    words: 'please give an address such as sales@example.com.',
  },
  telephone: {
    fits: (text) => /^\+?[\d\s()/.-]+$/.test(text) && /^\d{5,20}$/.test(text.replace(/\D/g, '')),
    words: 'please give a number such as +91 422 000 1420.',
  },
  digits: {
    fits: (text) => /^[1-9]\d{7,14}$/.test(text),
    words: 'digits only, with the country code and without +, such as 914220001420.',
  },
  link: { fits: isLink, words: 'an address starts with https://, http:// or /.' },
  page: { fits: isOwnPath, words: 'give a page of this site, which starts with /, such as /products.' },
}

/** Everything wrong with a whole document, in the order of the screen; nothing when it can be published. */
export function siteContentFaults(content: unknown): Fault[] {
  return SITE_SECTIONS.flatMap(({ label, fields }) =>
    fields.flatMap((field) => faultsOf(content, field, '', label)),
  )
}

/** The labels of the sections in which two documents differ. */
export function changedSections(before: unknown, after: unknown): string[] {
  return SITE_SECTIONS.filter(({ fields }) =>
    pathsOf(fields).some((path) => !isSame(readAt(before, path), readAt(after, path))),
  ).map(({ label }) => label)
}

/** Whether objects and lists stand in one another more than `most` deep. Looks no deeper than that itself. */
export const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1)))

/** Whether two values of a document say the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(readAt(one, key), readAt(other, key)))
  )
}

/** `base` is the path of the entry the field stands in, `place` what staff call it. */
function faultsOf(document: unknown, field: SiteField, base: string, place: string): Fault[] {
  if (field.kind === 'group') return field.fields.flatMap((inner) => faultsOf(document, inner, base, place))
  const path = joinPath(base, field.path)
  const value = readAt(document, path)
  const where = field.path === '' ? place : `${place}, ${field.label}`
  const fault = (words: string, at = path): Fault[] => [{ field: at, message: `${where}: ${words}` }]
  switch (field.kind) {
    case 'list':
      return listFaults(document, field, path, place)
    case 'number':
      return isGoodNumber(value, field) ? [] : fault(numberWords(field))
    case 'choice':
      return field.options.some(([option]) => option === value) ? [] : fault('please choose one.')
    case 'place':
      return (['x', 'y'] as const).flatMap((axis) =>
        isGoodNumber(readAt(value, axis), { least: 0, most: 100 })
          ? []
          : fault('please give a number from 0 to 100.', joinPath(path, axis)),
      )
    case 'picture':
      return pictureFaults(value).flatMap(([key, words]) => fault(words, joinPath(path, key)))
    default: {
      const words = textWords(value, field)
      return words ? fault(words) : []
    }
  }
}

function listFaults(document: unknown, field: ListField, path: string, place: string): Fault[] {
  const list = readAt(document, path)
  const { noun, label, least = 0, most } = field
  const own = (words: string): Fault => ({ field: path, message: `${place}, ${label}: ${words}` })
  if (!Array.isArray(list)) return [own('this is no list.')]
  if (list.length < least) return [own(`at least ${least === 1 ? 'one' : least} ${noun} is needed.`)]
  if (list.length > most) return [own(`there can be ${most} at most.`)]
  const titles = list.map((entry) => {
    const title = readAt(entry, field.title)
    return typeof title === 'string' ? title.trim() : ''
  })
  return list.flatMap((_, index) => {
    const entryPlace = `${place}, ${noun} ${index + 1}`
    const faults = field.fields.flatMap((inner) =>
      faultsOf(document, inner, joinPath(path, index), entryPlace),
    )
    const isTwice = field.unique && titles[index] !== '' && titles.indexOf(titles[index]!) < index
    if (isTwice)
      faults.push({
        field: joinPath(path, index, field.title),
        message: `${entryPlace}: this is here twice.`,
      })
    return faults
  })
}

function textWords(value: unknown, { kind, optional, most = LENGTHS[kind] }: TextField): string | undefined {
  if (typeof value !== 'string') return 'this must be a text.'
  if (value.trim() === '') return optional ? undefined : 'please fill this in.'
  if (value.length > most) return `this is longer than ${most} characters.`
  const shape = SHAPES[kind]
  return shape && !shape.fits(value.trim()) ? shape.words : undefined
}

type Bounds = Pick<NumberField, 'least' | 'most' | 'whole' | 'optional'>

function isGoodNumber(value: unknown, { least, most, whole, optional }: Bounds): boolean {
  if (value === null) return optional === true
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return value >= least && value <= most && (!whole || Number.isInteger(value))
}

const numberWords = ({ least, most, whole }: Bounds) =>
  `please give a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`

function pictureFaults(value: unknown): [key: 'url' | 'alt', words: string][] {
  if (value === null) return []
  const [url, alt] = [readAt(value, 'url'), readAt(value, 'alt')]
  if (typeof url !== 'string' || url.length > LENGTHS.paragraph || !isWebAddress(url))
    return [['url', 'this picture cannot be used. Please choose it again.']]
  if (typeof alt !== 'string' || alt.trim() === '')
    return [['alt', 'please describe the picture for those who cannot see it.']]
  return alt.length > LENGTHS.text
    ? [['alt', `the description is longer than ${LENGTHS.text} characters.`]]
    : []
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])\S*$/.test(text)
}

function isLink(text: string): boolean {
  return isWebAddress(text) || isOwnPath(text)
}
