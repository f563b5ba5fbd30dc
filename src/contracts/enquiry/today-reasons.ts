/** When Today reminds of a quotation, in days: before it expires, and after it was sent and not opened. */
export const EXPIRING_DAYS = 7
export const NOT_OPENED_DAYS = 3

/** Why something needs attention today, in the order of the list. */
export const TODAY_REASON_LABELS = {
  accepted: 'Accepted: confirm the order',
  question: 'Question to answer',
  approval: 'Discount to approve',
  unanswered: 'Enquiry without a reply',
  'follow-up': 'Follow-up due',
  declined: 'Declined: read the reason',
  expiring: 'Expires within seven days',
  'not-opened': 'Not opened for three days',
} as const
export type TodayReason = keyof typeof TODAY_REASON_LABELS
export const TODAY_REASONS = Object.keys(TODAY_REASON_LABELS) as [TodayReason, ...TodayReason[]]
