import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { DocumentRows } from '../../items/document-rows.tsx'
import { listShownDocuments } from '../../queries/shown-documents.ts'

/** The data sheet of an item and its documents. */
export const DocumentList = ({ item }: { item: Item }) => (
  <section id="documents" className="details-section print:hidden">
    <h2 className="mt-10 mb-4 text-h3">{t('Documents')}</h2>
    <DocumentRows documents={listShownDocuments(item)} />
  </section>
)
