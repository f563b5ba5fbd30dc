/** The statuses of an enquiry with their labels, in the order in which an enquiry usually passes through them. */
export const ENQUIRY_STATUS_LABELS = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
} as const
export type EnquiryStatus = keyof typeof ENQUIRY_STATUS_LABELS
export const ENQUIRY_STATUSES = Object.keys(ENQUIRY_STATUS_LABELS) as [EnquiryStatus, ...EnquiryStatus[]]

/** Enquiries with these statuses need no further action. */
export const CLOSED_STATUSES: readonly EnquiryStatus[] = ['won', 'lost']
export const isClosed = (status: EnquiryStatus): boolean => CLOSED_STATUSES.includes(status)

/** A new enquiry that is older than this counts as unanswered. */
export const UNANSWERED_AFTER_DAYS = 1
