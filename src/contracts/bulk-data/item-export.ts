import { z } from 'zod'
import { AdminItemsQuery, MAX_LISTED_IDS } from '../item/admin-item.ts'
import { idList } from '../item/item.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { isConfidentialTitle, isMaximumPriceTitle } from './confidential-titles.ts'
import { IGNORED_TITLES, IMPORT_FIELDS } from './import-fields.ts'
import { normaliseTitle, stripQualifiers } from './normalise-title.ts'

const ItemExport = AdminItemsQuery.omit({ limit: true, offset: true }).extend({
  format: z.enum(['xlsx', 'csv', 'pdf']).meta({
    description:
      'xlsx: one sheet for each kind with items. csv needs a kind, or ids of one kind. pdf: a price list by category',
  }),
})
const idsMeta = { description: 'Only these items, archived ones included unless `state` says otherwise' }

/** What is exported: the filters of the admin's list, or some of its items. */
export const ItemExportQuery = ItemExport.extend({ ids: idList.optional().meta(idsMeta) })
export type ItemExportQuery = z.infer<typeof ItemExportQuery>

/** The same as a body, for more ids than a URL can have. */
export const ItemExportBody = z.strictObject({
  ...ItemExport.shape,
  ids: z
    .array(TextWithoutNul.max(100))
    .min(1, 'Choose at least one item.')
    .max(MAX_LISTED_IDS, `At most ${MAX_LISTED_IDS} items can be chosen. Use a filter instead.`)
    .optional()
    .meta(idsMeta),
})

/** A price list has about 60 pages then; it takes three seconds and 400 MB to create. */
export const MAX_PRICE_LIST_ITEMS = 3000

/** The sheets that the export adds for people; the import leaves them out. */
export const GUIDE_SHEET = 'Read me'
export const LISTS_SHEET = 'Lists'

/** The last column of an export, if some specifications have no column. The import leaves it out. */
export const OTHER_SPECIFICATIONS_TITLE = 'Other specifications'

/** The column of an export with titles and addresses of documents. The import leaves it out. */
export const DOCUMENTS_TITLE = 'Documents'

const SPECIFICATION_PREFIX = 'Specification: '
const OTHER_MEANINGS = new Set(
  [...Object.values(IMPORT_FIELDS).flatMap(({ label, titles }) => [label, ...titles]), ...IGNORED_TITLES].map(
    normaliseTitle,
  ),
)

const PRICE_TITLES: readonly string[] = IMPORT_FIELDS.price.titles

/** Returns the title of the column of a specification: its name, unless a column of this name means something else. */
export function toSpecificationTitle(name: string): string {
  const words = normaliseTitle(name)
  const isAmbiguous =
    OTHER_MEANINGS.has(words) ||
    PRICE_TITLES.includes(stripQualifiers(words)) ||
    isConfidentialTitle(name) ||
    isMaximumPriceTitle(name) ||
    name.startsWith(SPECIFICATION_PREFIX)
  return isAmbiguous ? SPECIFICATION_PREFIX + name : name
}

/** Returns the name of the specification if a title says that its column is one. */
export const parseSpecificationTitle = (title: string): string | undefined =>
  title.startsWith(SPECIFICATION_PREFIX) ? title.slice(SPECIFICATION_PREFIX.length) : undefined
