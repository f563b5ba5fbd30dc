/**
 * The states of a quotation with their labels. 'Expired' and 'viewed' are not among them: they follow from the last day of
 * validity and from events, so that no job has to change states (decision 0182).
 */
export const QUOTATION_STATE_LABELS = {
  draft: 'Draft',
  'awaiting-approval': 'Awaiting approval',
  sent: 'Sent',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const
export type QuotationState = keyof typeof QUOTATION_STATE_LABELS
/** Completes 'The quotation is ...'. */
export const describeQuotationState = (state: QuotationState): string =>
  state === 'draft' ? 'a draft' : QUOTATION_STATE_LABELS[state].toLowerCase()
export const QUOTATION_STATES = Object.keys(QUOTATION_STATE_LABELS) as [QuotationState, ...QuotationState[]]

/** What happened to a quotation, with labels for its timeline. */
export const QUOTATION_EVENT_LABELS = {
  created: 'Created',
  changed: 'Changed',
  'approval-requested': 'Approval requested',
  approved: 'Discount approved',
  'approval-refused': 'Approval refused',
  issued: 'Sent',
  revised: 'Revision started',
  'revision-discarded': 'Revision discarded',
  withdrawn: 'Withdrawn',
  viewed: 'Opened by the customer',
  downloaded: 'PDF downloaded by the customer',
  question: 'Question of the customer',
  answered: 'Answer to the customer',
  accepted: 'Accepted by the customer',
  declined: 'Declined by the customer',
  'renewal-requested': 'New quotation requested by the customer',
  confirmed: 'Order confirmed',
  'purchase-order-added': 'Purchase order added',
  handled: 'Marked as done',
  'link-created': 'Link created',
  'links-revoked': 'Links revoked',
  'email-sent': 'Email',
} as const
export type QuotationEventKind = keyof typeof QUOTATION_EVENT_LABELS
export const QUOTATION_EVENT_KINDS = Object.keys(QUOTATION_EVENT_LABELS) as [
  QuotationEventKind,
  ...QuotationEventKind[],
]

/** What the document prints for an issue: 'R1' is the first. */
export const getIssueLabel = (issueNo: number): string => `R${issueNo}`

/** What happens to the draft of the next issue, not to what was sent. */
const DRAFT_EVENTS: readonly QuotationEventKind[] = [
  'changed',
  'approval-requested',
  'approved',
  'approval-refused',
  'revised',
  'revision-discarded',
]

/** 'R2' for what happened to the second issue or its draft, after `issueNo` issues were sent; '' for a first draft. */
export const getEventIssueLabel = (kind: QuotationEventKind, issueNo: number): string =>
  issueNo === 0 ? '' : getIssueLabel(DRAFT_EVENTS.includes(kind) ? issueNo + 1 : issueNo)

/** The documents that are made of an issue, with their titles. */
export const QUOTATION_DOCUMENT_TITLES = {
  quotation: 'Quotation',
  proforma: 'Proforma invoice',
  'order-confirmation': 'Order confirmation',
} as const
export type QuotationDocumentKind = keyof typeof QUOTATION_DOCUMENT_TITLES
export const QUOTATION_DOCUMENT_KINDS = Object.keys(QUOTATION_DOCUMENT_TITLES) as [
  QuotationDocumentKind,
  ...QuotationDocumentKind[],
]

/** What a customer can choose as the reason for declining a quotation; reports count them. */
export const DECLINE_REASONS = [
  'Price',
  'Delivery time',
  'Technical reasons',
  'Ordered elsewhere',
  'Project postponed or cancelled',
  'Other reason',
] as const
