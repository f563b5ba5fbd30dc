import { formatLongDate, formatLongDay, formatMoney } from '#contracts/format.ts'
import { GST_STATES } from '#contracts/gst/states.ts'
import { SUPPLIES } from '#contracts/gst/supply.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import { listTerms } from '#contracts/quotation/terms.ts'
import { type Html, html } from '#server/kernel/html.ts'
import {
  renderAcceptance,
  renderAccepted,
  renderDecline,
  renderQuestions,
  renderRenewal,
  renderUnsent,
} from './forms-view.ts'
import { renderContact, renderFacts } from './layout.ts'
import type { QuotationView } from './load-view.ts'
import { renderLines, renderOptions, renderTotals } from './offer-view.ts'
import { renderRevisions } from './revisions-view.ts'

/** The title of the page: 'Quotation QTN/2026-27/0042'. */
export const getQuotationTitle = ({ quotation }: QuotationView): string => `Quotation ${quotation.number}`

/** Renders the page of a quotation below its notice. */
export function renderQuotation(view: QuotationView): Html {
  const { quotation, issue, obstacle, base } = view
  const isPresent = issue.issueNo === quotation.issueCount
  // The lines contain what was chosen.
  const isOrdered = isPresent && obstacle === 'accepted'
  const parts = html`${isOrdered && renderAccepted(view)}
${renderLines(view)}
${!isOrdered && renderOptions(view)}
${renderTotals(view)}
${renderTerms(view)}
${renderFiles(view)}
${isPresent && !obstacle && renderAcceptance(view)}
${isPresent && renderRenewal(view)}
${isPresent && renderQuestions(view)}
${isPresent && (!obstacle || obstacle === 'expired') && renderDecline(view)}
${renderUnsent(view)}
${renderRevisions(view)}`
  // One form, so that every button sends what was entered anywhere, and the reply contains it.
  const document = isPresent
    ? html`<form class="document" id="quotation-form" method="post" action="${base}/question" enctype="multipart/form-data"><input type="hidden" name="issue" value="${issue.issueNo}">${parts}</form>`
    : html`<div class="document">${parts}</div>`
  return html`<div class="sheet">
${renderSummary(view)}
${document}
</div>`
}

function renderSummary(view: QuotationView): Html {
  const { quotation, issue, obstacle, base, enquiryPath, contact } = view
  const { body } = issue
  const { buyer } = body
  const isPresent = issue.issueNo === quotation.issueCount
  const canAccept = !obstacle && isPresent
  const facts: [string, string][] = [
    ['Date', formatLongDate(issue.issuedAt)],
    ['For', [buyer?.company, buyer?.name].filter(Boolean).join(', ')],
    ['GSTIN', buyer?.gstin ?? ''],
    ['Your reference', body.customerReference],
    ['Place of supply', GST_STATES[body.placeOfSupply]],
  ]
  const document = `${base}/document${isPresent ? '' : `?issue=${issue.issueNo}`}`
  return html`<section class="summary" aria-labelledby="title">
${enquiryPath && html`<p><a href="${enquiryPath}">Your enquiry</a></p>`}
<h1 id="title">Quotation <span class="number">${quotation.number}</span> <span class="badge">${getIssueLabel(issue.issueNo)}</span>${renderStateBadge(view)}</h1>
${body.subject && html`<p class="subject">${body.subject}</p>`}
<div class="total" id="summary-total" data-live aria-live="polite">${renderTotal(view)}</div>
${(canAccept || obstacle === 'expired') && html`<p>${describeValidity(view)}</p>`}
<nav class="actions" aria-label="Actions">
${canAccept && html`<a class="button button-default" href="#accept">Accept</a>`}
${!isPresent && html`<a class="button button-secondary wide" href="${base}">Open ${getIssueLabel(quotation.issueCount)}</a>`}
${quotation.confirmedAt && html`<a class="button button-secondary wide" href="${base}/document?kind=order-confirmation" download>Download order confirmation (PDF)</a>`}
<a class="button button-outline wide" href="${document}" download>Download quotation (PDF)</a>
${isPresent && html`<a class="button button-outline wide" href="#questions">Ask a question</a>`}
</nav>
${renderContact(contact, `Quotation ${quotation.number} ${getIssueLabel(issue.issueNo)}`)}
${canAccept && html`<p class="muted small">${describeNextStep(view)}</p>`}
${renderFacts(facts)}
</section>`
}

function renderTotal({ choice }: QuotationView): Html {
  const { amounts, body } = choice
  if (body.lines.length === 0) return html`<p class="subject">Choose from the options to see the total.</p>`
  return html`<p class="total-amount">${formatMoney(amounts.totalInCurrency, amounts.currency)}</p>
<p class="muted">${SUPPLIES[amounts.supply].total}</p>`
}

const MS_PER_DAY = 86_400_000

/** 'Valid until 24 December 2026, 30 more days'. */
function describeValidity({ issue: { validUntil }, today }: QuotationView): Html {
  const day = html`<strong>${formatLongDay(validUntil)}</strong>`
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / MS_PER_DAY)
  if (days < 0) return html`Was valid until ${day}`
  const rest = days === 0 ? 'today is the last day' : days === 1 ? '1 more day' : `${days} more days`
  return html`Valid until ${day}, ${rest}`
}

const describeNextStep = ({ issue }: QuotationView): string =>
  `${issue.body.lines.some(({ optional }) => optional) ? 'Choose options below if you want any. Then accept' : 'Accept'} with your name and, if you have one, your purchase order. Nothing is ordered before that.`

function renderStateBadge({ quotation, issue, obstacle }: QuotationView): Html | undefined {
  if (issue.issueNo !== quotation.issueCount) return html` <span class="badge badge-warning">Replaced</span>`
  switch (obstacle) {
    case 'accepted':
      return html` <span class="badge badge-done">${quotation.confirmedAt ? 'Order confirmed' : 'Accepted'}</span>`
    case 'declined':
      return html` <span class="badge badge-warning">Declined</span>`
    case 'withdrawn':
      return html` <span class="badge badge-warning">Withdrawn</span>`
    case 'expired':
      return html` <span class="badge badge-warning">Expired</span>`
    case 'revising':
      return html` <span class="badge badge-warning">Being revised</span>`
    default:
      return undefined
  }
}

function renderTerms({ issue }: QuotationView): Html | undefined {
  const terms = listTerms(issue.body.terms)
  if (terms.length === 0) return undefined
  return html`<section aria-labelledby="terms-title"><h2 id="terms-title">Terms</h2>
<dl class="terms">${terms.map(([heading, text]) => html`<div><dt>${heading}</dt><dd class="typed">${text}</dd></div>`)}</dl></section>`
}

function renderFiles({ files }: QuotationView): Html | undefined {
  if (files.length === 0) return undefined
  return html`<section aria-labelledby="files-title"><h2 id="files-title">Documents</h2>
${files.map(
  ({ item, documents }) =>
    html`<h3>${item}</h3><ul class="files">${documents.map(
      ({ title, summary, url }) =>
        html`<li><a href="${url}" download>${title}</a> <span class="muted small">${summary}</span></li>`,
    )}</ul>`,
)}</section>`
}
