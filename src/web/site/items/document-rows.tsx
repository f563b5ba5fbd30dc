import { t } from '#messages/messages.ts'
import type { ShownDocument } from '../queries/shown-documents.ts'

/** Rows of documents, each a link to its file. */
export const DocumentRows = ({ documents }: { documents: ShownDocument[] }) => (
  <ul className="border-ink border-t">
    {documents.map(({ id, url, language, title = t('Data sheet (PDF)'), summary, itemName }) => (
      <li key={id} className="border-line border-b py-2.5 hover:bg-marine-soft">
        <a
          href={url}
          hrefLang={language}
          className="inline-block py-1 font-head font-semibold text-lg text-link underline"
        >
          {title}
        </a>
        <p className="text-muted text-sm">
          {itemName && `${itemName} · `}
          {summary ?? t('Key figures, specifications and contact, to print or send')}
        </p>
      </li>
    ))}
  </ul>
)
