import type { ItemDocument } from '#contracts/files/item-document.ts'
import type { Item } from '#contracts/item/parse-item.ts'

/** A document as lists show it. A data sheet has neither title nor summary, and as its id the slug of its item. */
export interface ShownDocument
  extends Pick<ItemDocument, 'id' | 'url'>,
    Partial<Pick<ItemDocument, 'title' | 'summary'>> {
  language?: string | undefined
  /** Where documents of several items stand together. */
  itemName?: string
}

/** The data sheet of an item and its documents. */
export const listShownDocuments = (item: Item): ShownDocument[] => [
  { id: item.slug, url: getDataSheetPath(item) },
  ...item.documents,
]

/** The address of an item's data sheet, a PDF file. */
export const getDataSheetPath = ({ slug, draft }: Item): string =>
  `/product/${encodeURIComponent(slug)}.pdf${draft ? '?preview' : ''}`
