import type { Enquiry } from '#contracts/enquiry.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'

/** Spreadsheets read UTF-8 only where this mark stands first. */
const BYTE_ORDER_MARK = '\uFEFF'
const COLUMNS = [
  'Received (UTC)',
  'Status',
  'First name',
  'Last name',
  'E-mail',
  'Telephone',
  'About',
  'Item',
  'Message',
  'Owner',
  'Next action',
  'Notes',
  'Enquiry',
]

export const formatCsvHeader = (): string => BYTE_ORDER_MARK + formatCsvLine(COLUMNS)

/** One line of the export. */
export function formatCsvEnquiry({ customer, item, owner, ...enquiry }: Enquiry): string {
  return formatCsvLine([
    enquiry.createdAt.slice(0, 16).replace('T', ' '),
    enquiry.status,
    customer.firstName,
    customer.lastName,
    customer.email,
    customer.phone,
    SERVICE_OPTIONS.find(({ value }) => value === enquiry.service)?.label ?? enquiry.service,
    item?.name ?? '',
    enquiry.message,
    owner?.name ?? '',
    enquiry.nextActionOn ?? '',
    String(enquiry.notes),
    enquiry.id,
  ])
}

/** Also behind blanks and signs that nobody sees, and in the wide letters that East Asian spreadsheets read alike. */
const FORMULA = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe, by which it is a text. */
export function formatCsvLine(cells: string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  const escaped = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
