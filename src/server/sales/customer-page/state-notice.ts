import { formatLongDate, formatLongDay } from '#contracts/format.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import type { Notice } from './layout.ts'
import type { Obstacle } from './obstacle.ts'
import type { QuotationView } from './quotation-view-data.ts'

/** Returns what is to be said about the state of a quotation; that it is new while it can be accepted; undefined for a first issue. */
export function describeState(view: QuotationView): Notice | undefined {
  const { base, quotation, issue, obstacle } = view
  const isPresent = issue.issueNo === quotation.issueCount
  if (isPresent) return obstacle ? describePresentState(view, obstacle) : describeRevision(view)
  const present = getIssueLabel(quotation.issueCount)
  return {
    kind: 'warning',
    title: `${getIssueLabel(issue.issueNo)} was superseded by ${present}.`,
    text: 'You can read it here. It cannot be accepted any more.',
    link: { href: base, label: `Open ${present}` },
  }
}

/** That this issue replaces the one that the customer may have read before. */
function describeRevision({ issues, differences }: QuotationView): Notice | undefined {
  const [issue, before] = issues
  if (!issue || !before) return undefined
  return {
    kind: 'info',
    title: `${getIssueLabel(issue.issueNo)} replaces ${getIssueLabel(before.issueNo)} of ${formatLongDate(before.issuedAt)}.`,
    link: {
      href: '#revisions',
      label: differences.length > 0 ? 'What has changed' : 'All revisions',
    },
  }
}

function describePresentState({ quotation, issue }: QuotationView, obstacle: Obstacle): Notice | undefined {
  const renewal = { href: '#renewal', label: 'Ask for a new quotation' }
  switch (obstacle) {
    case 'accepted':
      return {
        kind: 'done',
        title: 'You have accepted this quotation. Thank you.',
        text: quotation.confirmedAt
          ? `We confirmed your order on ${formatLongDate(quotation.confirmedAt)}. You can download the order confirmation on this page.`
          : 'We have received your order and check it. When we have confirmed it, you can download the order confirmation on this page.',
        link: { href: '#accept', label: 'Your order' },
      }
    case 'declined':
      return {
        kind: 'info',
        title: 'You have declined this quotation.',
        text: [
          quotation.decidedAt && `We received this on ${formatLongDate(quotation.decidedAt)}.`,
          quotation.reason && `Reason: ${quotation.reason}.`,
          'If something has changed, ask for a new one.',
        ]
          .filter(Boolean)
          .join(' '),
        link: renewal,
      }
    case 'withdrawn':
      return {
        kind: 'warning',
        title: 'This quotation was withdrawn.',
        text: 'It cannot be accepted any more. You can ask for a new one, or call us.',
        link: renewal,
      }
    case 'revising':
      return {
        kind: 'info',
        title: 'We are preparing a new revision of this quotation.',
        text: 'Until it is ready you can read the last one here, but not accept it. It will appear at this address.',
      }
    case 'expired':
      return {
        kind: 'warning',
        title: `This quotation was valid until ${formatLongDay(issue.validUntil)}.`,
        text: 'It cannot be accepted any more. You can ask for a new one.',
        link: renewal,
      }
    default:
      return undefined
  }
}
