import { formatLongDay } from '#contracts/format.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import { isExpired } from '../quotations/content/presenter.ts'
import type { StoredQuotation } from '../quotations/store.ts'

/** Why an issue cannot be accepted or declined. */
export type Obstacle = 'accepted' | 'declined' | 'withdrawn' | 'revising' | 'superseded' | 'expired'

/** Returns why an issue cannot be accepted or declined on this day in India; undefined if it can. */
export function findObstacle(
  quotation: Pick<StoredQuotation, 'state' | 'issueCount' | 'validUntil'>,
  issueNo: number,
  today: string,
): Obstacle | undefined {
  const { state, issueCount } = quotation
  if (state === 'accepted' || state === 'declined' || state === 'withdrawn') return state
  if (state !== 'sent') return 'revising'
  if (issueNo !== issueCount) return 'superseded'
  return isExpired(quotation, today) ? 'expired' : undefined
}

/** Returns the sentence for a form that came too late. */
export function describeObstacle(
  obstacle: Obstacle,
  { issueCount, validUntil }: Pick<StoredQuotation, 'issueCount' | 'validUntil'>,
): string {
  switch (obstacle) {
    case 'accepted':
      return 'This quotation has already been accepted.'
    case 'declined':
      return 'This quotation has already been declined.'
    case 'withdrawn':
      return 'This quotation was withdrawn after you opened it.'
    case 'revising':
      return 'We are preparing a new revision of this quotation, so the earlier one cannot be used any more.'
    case 'superseded':
      return `The quotation was replaced by ${getIssueLabel(issueCount)} after you opened it. Please read the new revision below.`
    case 'expired':
      return `This quotation was valid until ${formatLongDay(validUntil ?? '')}.`
  }
}
