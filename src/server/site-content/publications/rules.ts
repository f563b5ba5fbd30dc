import { getEntryFields, getIn, listFields, type SiteField } from '#contracts/fields/fields.ts'
import { toPlainText } from '#contracts/fields/rich-text.ts'
import {
  PUBLICATION_FIELDS,
  type PublicationContent,
  type PublicationType,
} from '#contracts/publication/fields.ts'
import { LANGUAGE_CODES } from '#messages/language.ts'

/** The first parts of addresses that have another meaning, so that no page has them (decision 0240). */
const FIXED_PATHS = new Set<string>([
  ...LANGUAGE_CODES,
  'admin',
  'api',
  'articles',
  'assets',
  'compare',
  'documents',
  'files',
  'finder',
  'healthz',
  'media',
  'metrics',
  'office',
  'page-state',
  'product',
  'products',
  'q',
  'readyz',
  'social',
  'welcome',
])

export const isFixedPath = (slug: string): boolean => FIXED_PATHS.has(slug)

/** All words of a publication, in which staff search. */
export const toContentText = (type: PublicationType, content: PublicationContent): string =>
  collectTexts(PUBLICATION_FIELDS[type], content).join(' ')

function collectTexts(fields: readonly SiteField[], document: unknown): string[] {
  return listFields(fields).flatMap((field) => {
    const value = getIn(document, field.path)
    if (field.kind === 'rich-text') return [toPlainText(value)]
    if (field.kind === 'list' && Array.isArray(value))
      return value.flatMap((entry) => collectTexts(getEntryFields(field, entry), entry))
    return (field.kind === 'text' || field.kind === 'paragraph') && typeof value === 'string' ? [value] : []
  })
}
