import type { ItemDocument } from '#contracts/item-document.ts'

/** The documents of an item, each a link to its file. */
export function DocumentList({ documents }: { documents: ItemDocument[] }) {
  return (
    <section className="print:hidden">
      <h2 className="mt-10 mb-4 text-h3">Documents</h2>
      <ul className="border-ink border-t">
        {documents.map(({ id, url, language, title, summary }) => (
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
