/** By what the rows of a report are formed. */
export const REPORT_GROUPS = ['month', 'product', 'owner', 'reason'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** The outcomes of quotations. Each has the filter `state` of the list with the same name. */
export const REPORT_OUTCOME_LABELS = {
  quoted: 'Quoted',
  accepted: 'Won',
  lost: 'Lost',
  expired: 'Expired',
  pending: 'Open',
} as const
export type ReportOutcome = keyof typeof REPORT_OUTCOME_LABELS
export const REPORT_OUTCOMES = Object.keys(REPORT_OUTCOME_LABELS) as [ReportOutcome, ...ReportOutcome[]]
