import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Enquiry, EnquiryLine } from '#contracts/enquiry/enquiry.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import { formatBytes, formatCount } from '#contracts/format.ts'

/** What an enquiry contains beside its message: reference, company, the requested items and the files. */
export function EnquiryContents({ enquiry }: { enquiry: Enquiry }) {
  const { lines, attachments } = enquiry
  return (
    <div className="my-3 grid gap-3">
      <Details enquiry={enquiry} />
      {lines.length > 0 && (
        <Section title={lines.length === 1 ? 'Item' : `${formatCount(lines.length)} items`}>
          <ol className="rounded-md border border-line">
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an enquiry never change
              <Line key={index} line={line} />
            ))}
          </ol>
        </Section>
      )}
      {attachments.length > 0 && (
        <Section title={attachments.length === 1 ? 'File' : `${attachments.length} files`}>
          <ul className="grid gap-1">
            {attachments.map((file) => (
              <li key={file.id} className="flex min-w-0 items-center gap-2">
                <Paperclip aria-hidden="true" size={16} className="flex-none text-muted" />
                <a
                  href={`/api/enquiries/${enquiry.id}/attachments/${file.id}`}
                  download={file.name}
                  className="wrap-anywhere min-w-0 py-0.5 text-link underline"
                >
                  {file.name}
                </a>
                <span className="flex-none text-muted text-sm">{describeFile(file)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Details({ enquiry }: { enquiry: Enquiry }) {
  const details = [
    ['Reference', enquiry.reference],
    ['Company', enquiry.company],
    ['GSTIN', enquiry.gstin],
    ['Place', enquiry.place],
    ['Agreed to', enquiry.notice],
  ].filter(([, text]) => text)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {details.map(([label, text]) => (
        <div key={label} className="flex min-w-0 gap-1.5">
          <dt className="flex-none text-muted">{label}</dt>
          <dd className="wrap-anywhere min-w-0">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-head font-medium text-label">{title}</h3>
      {children}
    </section>
  )
}

function Line({ line }: { line: EnquiryLine }) {
  return (
    <li className="flex items-baseline gap-3 border-line border-t px-3 py-1.5 first:border-t-0">
      <div className="wrap-anywhere min-w-0 flex-1">
        <LineName line={line} />
        {line.note && <p className="text-muted text-sm">{line.note}</p>}
      </div>
      <span className="flex-none font-semibold tabular-nums">
        <span aria-hidden="true">× </span>
        <span className="sr-only">Quantity: </span>
        {formatCount(line.quantity)}
      </span>
    </li>
  )
}

/** The name of the item as of the enquiry, linked to the item unless it was deleted. */
function LineName({ line: { item, name } }: { line: EnquiryLine }) {
  if (!item) return <span title="This item was deleted">{name}</span>
  return (
    <a
      href={`/product/${encodeURIComponent(item.id)}?preview`}
      target="_blank"
      rel="noreferrer"
      className="text-link underline"
    >
      {name}
    </a>
  )
}

/** 'PDF, 1.2 MB' */
const describeFile = ({ type, bytes }: Pick<AttachmentSummary, 'type' | 'bytes'>): string =>
  `${type.toUpperCase()}, ${formatBytes(bytes)}`
