import { formatLongDate, formatLongDay } from '#contracts/format.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import type { HttpProblem } from '#server/kernel/http/problem.ts'
import type { Obstacle } from '../quotations/rules.ts'
import type { StoredQuotation } from '../quotations/store.ts'
import type { FormAction } from './forms.ts'
import type { Notice } from './layout.ts'
import type { QuotationView } from './load-view.ts'

/** What the page says after an action, by the query parameter with which it redirects. */
export const DONE: ReadonlyMap<string, Notice> = new Map([
  [
    'question',
    {
      kind: 'done',
      title: 'We have received your question.',
      text: 'We will answer on this page, and by email if you gave us an address.',
      link: { href: '#questions', label: 'Questions' },
    },
  ],
  [
    'renewal',
    { kind: 'done', title: 'You asked for a new quotation.', text: 'We will prepare it and send it to you.' },
  ],
])

/** The same for the page of an enquiry. */
export const ENQUIRY_DONE: ReadonlyMap<string, Notice> = new Map([
  [
    'contact',
    {
      kind: 'done',
      title: 'We have received your correction.',
      text: 'We read it before we reply. What you sent before stays on this page.',
    },
  ],
  ['files', { kind: 'done', title: 'We have received your file.' }],
])

export const STAFF_NOTICE: Notice = {
  kind: 'info',
  title: 'You are signed in as staff: your visit is not recorded.',
  text: 'What you send from this page counts as sent by the customer.',
}

/** Returns what is to be said about the state of a quotation; that it is new while it can be accepted; undefined for a first issue. */
export function describeState(view: QuotationView): Notice | undefined {
  const { base, quotation, issue, obstacle } = view
  const isPresent = issue.issueNo === quotation.issueCount
  if (isPresent) return obstacle ? describePresentState(view, obstacle) : describeRevision(view)
  const present = getIssueLabel(quotation.issueCount)
  return {
    kind: 'warning',
    title: `${present} replaces ${getIssueLabel(issue.issueNo)}.`,
    text: 'You can still read the earlier revision here, but no longer accept it.',
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
          : 'We have received your order and are checking it. When we confirm it, you can download the order confirmation here.',
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
        title: 'We have withdrawn this quotation.',
        text: 'You can no longer accept it. Ask for a new one, or call us.',
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
        text: 'You can no longer accept it. Ask for a new one.',
        link: renewal,
      }
    default:
      return undefined
  }
}

/** Returns the message for a form that came too late. */
export const describeObstacle = ({ obstacle = 'superseded', quotation }: QuotationView): Notice => ({
  kind: 'error',
  title: 'Nothing was changed.',
  text: explainObstacle(obstacle, quotation),
})

function explainObstacle(obstacle: Obstacle, { issueCount, validUntil }: StoredQuotation): string {
  switch (obstacle) {
    case 'accepted':
      return 'This quotation is already accepted.'
    case 'declined':
      return 'This quotation is already declined.'
    case 'withdrawn':
      return 'We withdrew this quotation after you opened it. Ask for a new one, or call us.'
    case 'revising':
      return 'We are preparing a new revision, which will appear at this address. You can no longer accept or decline this one.'
    case 'superseded':
      return `${getIssueLabel(issueCount)} has replaced the revision that you opened. Read the new revision below.`
    case 'expired':
      return `This quotation was valid until ${formatLongDay(validUntil ?? '')}.`
  }
}

/** The parts of the page with the fields of each action. */
const FORM_PARTS = {
  accept: '#accept',
  decline: '#decline',
  question: '#questions',
  renewal: '#renewal',
  contact: '#contact',
  files: '#files',
} as const satisfies Record<FormAction | 'contact' | 'files', string>

/** Returns the message for a form with errors, by field. */
export const describeErrors = (errors: Record<string, string>, action: keyof typeof FORM_PARTS): Notice => ({
  kind: 'error',
  title: 'Nothing was sent yet.',
  text: Object.values(errors).join(' '),
  link: { href: errors.options ? '#options' : FORM_PARTS[action], label: 'Correct it' },
})

/** Returns the message for an acceptance that has another total than the customer saw. */
export const describeNewTotal = (total: string): Notice => ({
  kind: 'error',
  title: `Check the total: it is now ${total}.`,
  text: 'You have chosen other options since you saw the total. Nothing is ordered yet. If the total is right, choose Accept the quotation.',
  link: { href: FORM_PARTS.accept, label: 'Go to Accept' },
})

export function describeProblem({ status, message }: HttpProblem): [title: string, text: string] {
  if (status === 404)
    return [
      'This link does not work',
      'The link is not complete, or it has expired. Open the newest message from us, or call or write to us for a new link, with the number of your enquiry or quotation.',
    ]
  if (status >= 500) return ['Something went wrong on our side', message]
  return ['We could not do this', `${message} Go back in your browser: what you entered is still there.`]
}
