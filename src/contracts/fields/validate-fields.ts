import { splitTradeWords } from '../catalogue/trade-words.ts'
import { getFormatByName } from '../files/file-formats.ts'
import { SITE_FILE_FORMATS } from '../files/site-file.ts'
import {
  type FileField,
  getEntryFields,
  getIn,
  type ItemsField,
  joinPath,
  type ListField,
  type NumberField,
  type SiteField,
  type TextField,
} from './fields.ts'
import { isHttpUrl, isLink, isSitePath } from './links.ts'
import { findRichTextError, toPlainText } from './rich-text.ts'

/** An error of one field: `field` is its path in the document; the message starts with the labels of section and field. */
export interface FieldError {
  field: string
  message: string
  /** Nothing is entered yet where something has to be. */
  isMissing?: true
}

/** What is wrong with a value, or what is missing. */
type Problem = string | { missing: string }
const REQUIRED = { missing: 'this field is required.' }

type TextKind = TextField['kind']

export const MAX_LENGTHS: Record<TextKind, number> = {
  text: 300,
  paragraph: 2000,
  email: 254,
  phone: 40,
  digits: 15,
  link: 300,
  page: 300,
  'list-address': 1000,
  names: 300,
  day: 10,
}
/** The format of a non-empty text of each kind, and the message for other texts. */
const FORMATS: Partial<Record<TextKind, { matches: (text: string) => boolean; message: string }>> = {
  email: {
    matches: (text) => /^[^\s@<>"',;:]+@[^\s@<>"',;:.]+(?:\.[^\s@<>"',;:.]+)+$/.test(text),
    message: 'enter a valid email address, such as sales@example.com.',
  },
  phone: {
    matches: (text) => /^\+?[\d\s()/.-]+$/.test(text) && /^\d{5,20}$/.test(text.replace(/\D/g, '')),
    message: 'enter a valid phone number, such as +91 422 000 1420.',
  },
  digits: {
    matches: (text) => /^[1-9]\d{7,14}$/.test(text),
    message: 'enter digits only, with the country code and without +, such as 914220001420.',
  },
  link: {
    matches: isLink,
    message: 'enter an address that starts with https://, http:// or /, such as /products.',
  },
  page: { matches: isSitePath, message: 'enter a page of this site that starts with /, such as /products.' },
  'list-address': {
    matches: (text) => /^\/products(?:\?\S*)?$/.test(text) && !/[?&](?:tab=any|favourites=)/.test(text),
    message: 'enter the address of one list of this site, such as /products?tab=spares.',
  },
  day: {
    matches: isDay,
    message: 'enter a day.',
  },
  names: {
    matches: (text) => listNames(text).length > 1,
    message: 'enter at least two names for the same thing, separated by commas: belt, patta.',
  },
}

/** Whether a text is a day of the calendar, '2026-11-21'. */
function isDay(text: string): boolean {
  const ms = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

/** The different names in a row, in small letters. */
const listNames = (row: string): string[] => [...new Set(splitTradeWords(row.toLowerCase()))]

/** Whether objects and lists are nested deeper than `maxDepth`. The function itself recurses no deeper than that. */
export const exceedsDepth = (value: unknown, maxDepth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (maxDepth === 0 || Object.values(value).some((inner) => exceedsDepth(inner, maxDepth - 1)))

/** Returns all errors of the fields of a document, in their order. `location` is what the messages begin with. */
export const validateFields = (
  document: unknown,
  fields: readonly SiteField[],
  location: string,
): FieldError[] => fields.flatMap((field) => validateField(document, field, '', location))

/** `base` is the path of the list entry that contains the field, `location` the labels above the field. */
function validateField(document: unknown, field: SiteField, base: string, location: string): FieldError[] {
  if (field.kind === 'group')
    return field.fields.flatMap((inner) => validateField(document, inner, base, location))
  const path = joinPath(base, field.path)
  const value = getIn(document, path)
  const fieldLabel = field.path === '' ? location : `${location}, ${field.label}`
  const fieldError = (problem: Problem | undefined, at = path): FieldError[] =>
    problem === undefined ? [] : [toFieldError(at, fieldLabel, problem)]
  switch (field.kind) {
    case 'list':
      return validateList(document, field, path, location)
    case 'number':
      return isValidNumber(value, field) ? [] : fieldError(getNumberMessage(field))
    case 'choice':
      return (field.isNumberSource && value === undefined) ||
        field.options.some(([option]) => option === value)
        ? []
        : fieldError('select an option.')
    case 'hotspot':
      return (['x', 'y'] as const).flatMap((axis) =>
        isValidNumber(getIn(value, axis), { min: 0, max: 100 })
          ? []
          : fieldError('enter a number from 0 to 100.', joinPath(path, axis)),
      )
    case 'rich-text':
      return fieldError(findRichTextError(value) ?? (toPlainText(value).trim() === '' ? REQUIRED : undefined))
    case 'items':
      return fieldError(findItemsError(value, field))
    case 'file': {
      const choose = `choose a ${field.accepts}.`
      if (value === null) return fieldError({ missing: choose })
      return isSiteFile(value, field) ? [] : fieldError(choose)
    }
    case 'picture':
      if (value === null && field.required)
        return fieldError({ missing: 'choose a picture.' }, joinPath(path, 'url'))
      return validatePicture(value).flatMap(([key, problem]) => fieldError(problem, joinPath(path, key)))
    default:
      return fieldError(getTextError(value, field))
  }
}

const toFieldError = (field: string, label: string, problem: Problem): FieldError =>
  typeof problem === 'string'
    ? { field, message: `${label}: ${problem}` }
    : { field, message: `${label}: ${problem.missing}`, isMissing: true }

function validateList(document: unknown, field: ListField, path: string, location: string): FieldError[] {
  const list = getIn(document, path)
  const { itemLabel, label, min = 0, max } = field
  const listError = (problem: Problem) => toFieldError(path, `${location}, ${label}`, problem)
  if (!Array.isArray(list)) return [listError('this must be a list.')]
  if (list.length < min)
    return [listError({ missing: `at least ${min === 1 ? 'one' : min} ${itemLabel} is required.` })]
  if (list.length > max) return [listError(`at most ${max} are allowed.`)]
  const hasNames = field.fields.some(({ kind }) => kind === 'names')
  const seenTitles = new Set<string>()
  /** The titles of an entry that an entry before it has, too. */
  const listRepeated = (entry: unknown): string[] => {
    const value = getIn(entry, field.titlePath)
    if (!field.unique || typeof value !== 'string') return []
    const titles = hasNames ? listNames(value) : [value.trim()].filter(Boolean)
    const repeated = titles.filter((title) => seenTitles.has(title))
    for (const title of titles) seenTitles.add(title)
    return repeated
  }
  return list.flatMap((entry, index) => {
    const entryLocation = `${location}, ${itemLabel} ${index + 1}`
    if (field.types && getEntryFields(field, entry).length === 0)
      return [{ field: joinPath(path, index), message: `${entryLocation}: this type is not known.` }]
    const errors = getEntryFields(field, entry).flatMap((inner) =>
      validateField(document, inner, joinPath(path, index), entryLocation),
    )
    const [repeated] = listRepeated(entry)
    if (repeated !== undefined)
      errors.push({
        field: joinPath(path, index, field.titlePath),
        message: `${entryLocation}: ${hasNames ? `‘${repeated}’ is in another row, too.` : 'this entry exists already.'}`,
      })
    return errors
  })
}

function getTextError(
  value: unknown,
  { kind, optional, max = MAX_LENGTHS[kind], default: usual }: TextField,
): Problem | undefined {
  if (value === undefined && usual !== undefined) return undefined
  if (typeof value !== 'string') return 'this must be text.'
  if (value.trim() === '' && (kind !== 'day' || value === '')) return optional ? undefined : REQUIRED
  if (value.length > max) return `this is longer than ${max} characters.`
  const format = FORMATS[kind]
  return format && !format.matches(value.trim()) ? format.message : undefined
}

function findItemsError(value: unknown, { min = 0, max }: ItemsField): Problem | undefined {
  if (!Array.isArray(value) || value.some((id) => typeof id !== 'string'))
    return 'this must be a list of items.'
  if (value.length < min) return { missing: min === 1 ? 'select an item.' : `select at least ${min} items.` }
  return value.length > max ? `at most ${max} items are allowed.` : undefined
}

function isSiteFile(value: unknown, { accepts }: FileField): boolean {
  const [id, fileName, bytes] = ['id', 'fileName', 'bytes'].map((key) => getIn(value, key))
  if (typeof id !== 'string' || typeof fileName !== 'string' || !Number.isSafeInteger(bytes)) return false
  const format = getFormatByName(fileName)
  const formats: readonly unknown[] = SITE_FILE_FORMATS[accepts]
  return /^[0-9a-f]{32}$/.test(id) && fileName.length <= MAX_LENGTHS.text && formats.includes(format)
}

type NumberBounds = Pick<NumberField, 'min' | 'max' | 'integer' | 'optional'>

function isValidNumber(value: unknown, { min, max, integer, optional }: NumberBounds): boolean {
  if (value === null) return optional === true
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return value >= min && value <= max && (!integer || Number.isInteger(value))
}

const getNumberMessage = ({ min, max, integer }: NumberBounds) =>
  `enter a ${integer ? 'whole ' : ''}number from ${min} to ${max}.`

function validatePicture(value: unknown): [key: 'url' | 'alt', problem: Problem][] {
  if (value === null) return []
  const [url, alt] = [getIn(value, 'url'), getIn(value, 'alt')]
  const problems: [key: 'url' | 'alt', problem: Problem][] = []
  if (typeof url !== 'string' || url.length > MAX_LENGTHS.paragraph || !isHttpUrl(url))
    problems.push(['url', 'this picture cannot be used. Select it again.'])
  const altProblem = getAltProblem(alt)
  if (altProblem) problems.push(['alt', altProblem])
  return problems
}

function getAltProblem(alt: unknown): Problem | undefined {
  if (typeof alt !== 'string') return 'this must be text.'
  if (alt.trim() === '') return { missing: 'enter a description.' }
  return alt.length > MAX_LENGTHS.text
    ? `the description is longer than ${MAX_LENGTHS.text} characters.`
    : undefined
}
