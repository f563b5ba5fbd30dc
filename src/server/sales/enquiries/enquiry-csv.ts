import { toBusinessDateTime } from '#contracts/business-date.ts'
import { getServiceLabel } from '#contracts/catalogue/service-options.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { formatEnquiryLine } from '#contracts/enquiry/line-text.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry/status.ts'
import { BYTE_ORDER_MARK, formatCsvLine } from '#server/kernel/csv.ts'

/** The columns of the export: the heading, and the text of the cell. */
const COLUMNS: [heading: string, getCell: (enquiry: Enquiry) => string][] = [
  ['Received (IST)', ({ createdAt }) => toBusinessDateTime(new Date(createdAt))],
  ['Status', ({ status }) => ENQUIRY_STATUS_LABELS[status]],
  ['First name', ({ customer }) => customer.firstName],
  ['Last name', ({ customer }) => customer.lastName],
  ['Email', ({ customer }) => customer.email],
  ['Phone', ({ customer }) => customer.phone],
  ['Company', ({ company }) => company],
  ['GSTIN', ({ gstin }) => gstin],
  ['Place', ({ place }) => place],
  ['Enquiry about', ({ service }) => getServiceLabel(service) ?? service],
  ['Product', ({ item }) => item?.name ?? ''],
  ['Items', ({ lines }) => lines.map(formatEnquiryLine).join('\n')],
  ['Message', ({ message }) => message],
  ['Files', ({ attachments }) => attachments.map(({ name }) => name).join('\n')],
  ['In charge', ({ owner }) => owner?.name ?? ''],
  ['Follow-up date', ({ nextActionOn }) => nextActionOn ?? ''],
  ['Notes', ({ notes }) => String(notes)],
  ['Reference', ({ reference }) => reference],
  ['Enquiry ID', ({ id }) => id],
]

export const formatCsvHeader = (): string =>
  BYTE_ORDER_MARK + formatCsvLine(COLUMNS.map(([heading]) => heading))

/** Returns one line of the export; the time is '2026-11-21 14:35' in India. */
export const formatCsvEnquiry = (enquiry: Enquiry): string =>
  formatCsvLine(COLUMNS.map(([, getCell]) => getCell(enquiry)))
