import type { ItemDocument } from '#contracts/files/item-document.ts'
import type { Item } from '#contracts/item/parse-item.ts'

/** The data sheet of an item and its documents, each a link to its file. */
export function DocumentList({ item }: { item: Item }) {
  const dataSheet: Pick<ItemDocument, 'id' | 'url' | 'title' | 'summary'> & { language?: string } = {
    id: item.slug,
    url: getDataSheetPath(item),
    title: 'Data sheet (PDF)',
    summary: 'Key figures, specifications and contact, to print or send',
  }
  return (
    <section id="documents" className="details-section print:hidden">
      <h2 className="mt-10 mb-4 text-h3">Documents</h2>
      <ul className="border-ink border-t">
        {[dataSheet, ...item.documents].map(({ id, url, language, title, summary }) => (
          <li key={id} className="border-line border-b py-2.5 hover:bg-marine-soft">
            <a
              href={url}
              hrefLang={language}
              className="inline-block py-1 font-head font-semibold text-lg text-link underline"
            >
              {title}
            </a>
            <p className="text-muted text-sm">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The address of an item's data sheet, a PDF file. */
export const getDataSheetPath = ({ slug, draft }: Item): string =>
  `/product/${encodeURIComponent(slug)}.pdf${draft ? '?preview' : ''}`
