import type { AuditAction } from '#contracts/audit-log.ts'
import type { Review, ReviewStatus } from '#contracts/review.ts'

/** How the log says that a review's status changed. */
export function getModerationAction(from: ReviewStatus, to: ReviewStatus): AuditAction {
  if (to !== 'new') return to
  return from === 'published' ? 'unpublished' : 'restored'
}

/** Whether the public pages show something else afterwards. */
export const affectsPublicSite = (...statuses: ReviewStatus[]): boolean => statuses.includes('published')

/** What the log calls a review. */
export const getReviewLabel = ({ name, company }: Pick<Review, 'name' | 'company'>): string =>
  [name || 'A customer', company].filter(Boolean).join(', ')
