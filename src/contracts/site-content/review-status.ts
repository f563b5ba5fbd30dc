/** The statuses of a review with their labels. A review is new until staff publish or reject it (decision 0013). */
export const REVIEW_STATUS_LABELS = { new: 'New', published: 'Published', declined: 'Rejected' } as const
export type ReviewStatus = keyof typeof REVIEW_STATUS_LABELS
export const REVIEW_STATUSES = Object.keys(REVIEW_STATUS_LABELS) as [ReviewStatus, ...ReviewStatus[]]
