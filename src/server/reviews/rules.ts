import type { AuditAction } from '#contracts/account/audit-log.ts'
import type { Review, ReviewStatus } from '#contracts/site-content/review.ts'

/** Returns the action of the audit log for a change of status. */
export function getModerationAction(from: ReviewStatus, to: ReviewStatus): AuditAction {
  if (to !== 'new') return to
  return from === 'published' ? 'unpublished' : 'restored'
}

/** Returns whether a change from or to these statuses changes public pages. */
export const affectsPublicSite = (...statuses: ReviewStatus[]): boolean => statuses.includes('published')

/** The name of a review in the audit log if its author gave none, or after it was deleted. */
export const NAMELESS_REVIEW = 'A customer'

/** Returns the name of a review in the audit log. */
export const getReviewLabel = ({ name, company }: Pick<Review, 'name' | 'company'>): string =>
  [name || NAMELESS_REVIEW, company].filter(Boolean).join(', ')
