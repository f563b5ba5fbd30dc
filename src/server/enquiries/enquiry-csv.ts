import { toBusinessDateTime } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry-status.ts'
import { getServiceLabel } from '#contracts/service-options.ts'

/** Spreadsheets read a file as UTF-8 only when it starts with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'
const COLUMNS = [
  'Received (IST)',
  'Status',
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Enquiry about',
  'Product',
  'Message',
  'Owner',
  'Follow-up date',
  'Notes',
  'Enquiry ID',
]

export const formatCsvHeader = (): string => BYTE_ORDER_MARK + formatCsvLine(COLUMNS)

/** Returns one line of the export; the time is '2026-11-21 14:35' in India. */
export function formatCsvEnquiry({ customer, item, owner, ...enquiry }: Enquiry): string {
  return formatCsvLine([
    toBusinessDateTime(new Date(enquiry.createdAt)),
    ENQUIRY_STATUS_LABELS[enquiry.status],
    customer.firstName,
    customer.lastName,
    customer.email,
    customer.phone,
    getServiceLabel(enquiry.service) ?? enquiry.service,
    item?.name ?? '',
    enquiry.message,
    owner?.name ?? '',
    enquiry.nextActionOn ?? '',
    String(enquiry.notes),
    enquiry.id,
  ])
}

/** The start of a formula, also after spaces and invisible characters, and in the full-width forms of East Asian spreadsheets. */
const FORMULA = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

/** Returns a line as in RFC 4180. A cell that a spreadsheet would read as a formula starts with an apostrophe, which makes it text. */
export function formatCsvLine(cells: string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  const escaped = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
