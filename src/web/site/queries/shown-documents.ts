import type { ItemDocument } from '#contracts/files/item-document.ts'
import type { Item } from '#contracts/item/parse-item.ts'

/** A document as lists show it. The id of a data sheet is the slug of its item. */
export interface ShownDocument extends Pick<ItemDocument, 'id' | 'url' | 'title' | 'summary'> {
  language?: string | undefined
}

/** The data sheet of an item and its documents. */
export const listShownDocuments = (item: Item): ShownDocument[] => [
  {
    id: item.slug,
    url: getDataSheetPath(item),
    title: 'Data sheet (PDF)',
    summary: 'Key figures, specifications and contact, to print or send',
  },
  ...item.documents,
]

/** The address of an item's data sheet, a PDF file. */
export const getDataSheetPath = ({ slug, draft }: Item): string =>
  `/product/${encodeURIComponent(slug)}.pdf${draft ? '?preview' : ''}`
