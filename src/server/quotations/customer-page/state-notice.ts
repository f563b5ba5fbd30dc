import { getIssueLabel } from '#contracts/quotation-states.ts'
import { formatDay, formatDayOf } from './format.ts'
import type { Notice } from './layout.ts'
import type { QuotationView } from './quotation-view-data.ts'

/** Returns what is to be said about the state of a quotation; undefined while it can be accepted. */
export function describeState({ quotation, issue, obstacle }: QuotationView): Notice | undefined {
  if (issue.issueNo !== quotation.issueCount)
    return {
      kind: 'warning',
      title: `${getIssueLabel(issue.issueNo)} was superseded by ${getIssueLabel(quotation.issueCount)}.`,
      text: 'You can read it here. It cannot be accepted any more.',
    }
  switch (obstacle) {
    case 'accepted':
      return {
        kind: 'done',
        title: 'You have accepted this quotation. Thank you.',
        text: quotation.confirmedAt
          ? `We confirmed your order on ${formatDayOf(quotation.confirmedAt)}.`
          : 'We will check the order and confirm it.',
      }
    case 'declined':
      return {
        kind: 'info',
        title: 'You have declined this quotation.',
        text: 'If something has changed, ask for a new one.',
      }
    case 'withdrawn':
      return {
        kind: 'warning',
        title: 'This quotation was withdrawn.',
        text: 'It cannot be accepted any more.',
      }
    case 'revising':
      return {
        kind: 'info',
        title: 'We are preparing a new revision of this quotation.',
        text: 'Until it is ready you can read the last one here, but not accept it.',
      }
    case 'expired':
      return {
        kind: 'warning',
        title: `This quotation was valid until ${formatDay(issue.validUntil)}.`,
        text: 'It cannot be accepted any more. You can ask for a new one below.',
      }
    default:
      return undefined
  }
}
