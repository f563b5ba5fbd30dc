import { GST_STATES } from '#contracts/gst-states.ts'
import { getIssueLabel } from '#contracts/quotation-states.ts'
import { listTerms } from '#contracts/quotation-terms.ts'
import { type Html, html } from '#server/kernel/html.ts'
import { formatDay, formatDayOf, formatMoney } from './format.ts'
import {
  renderAcceptance,
  renderAccepted,
  renderDecline,
  renderQuestions,
  renderRenewal,
  renderUnsent,
} from './forms-view.ts'
import { renderLines, renderOptions, renderTotals } from './offer-view.ts'
import type { QuotationView } from './quotation-view-data.ts'
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
  const { quotation, issue, obstacle, choice, base, enquiryPath } = view
  const { body } = issue
  const { buyer } = body
  const canAccept = !obstacle && issue.issueNo === quotation.issueCount
  const facts: [string, string][] = [
    ['Valid until', formatDay(issue.validUntil)],
    ['Date', formatDayOf(issue.issuedAt)],
    ['For', [buyer?.company, buyer?.name].filter(Boolean).join(', ')],
    ['GSTIN', buyer?.gstin ?? ''],
    ['Your reference', body.customerReference],
    ['Place of supply', GST_STATES[body.placeOfSupply]],
  ]
  return html`<section class="summary" aria-labelledby="title">
${enquiryPath && html`<p><a href="${enquiryPath}">Your enquiry</a></p>`}
<h1 id="title">Quotation <span class="number">${quotation.number}</span> <span class="badge">${getIssueLabel(issue.issueNo)}</span></h1>
${body.subject && html`<p class="subject">${body.subject}</p>`}
<div class="total" id="summary-total" data-live aria-live="polite">
<p class="total-amount">${formatMoney(choice.amounts.totalInCurrency, choice.amounts.currency)}</p>
<p class="muted">${choice.amounts.supply === 'export' ? 'Total, export without GST' : 'Total with GST'}</p>
</div>
<dl class="facts">${facts.filter(([, text]) => text).map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>
<nav class="actions" aria-label="Actions">
${canAccept && html`<a class="button button-default" href="#accept">Accept</a>`}
${html`<a class="button button-outline" href="${base}/document${issue.issueNo !== quotation.issueCount && `?issue=${issue.issueNo}`}" download>Download PDF</a>`}
${quotation.confirmedAt && html`<a class="button button-outline" href="${base}/document?kind=order-confirmation" download>Download order confirmation</a>`}
${issue.issueNo === quotation.issueCount && html`<a class="button button-outline" href="#questions">Ask a question</a>`}
${issue.issueNo !== quotation.issueCount && html`<a class="button button-secondary" href="${base}">Open ${getIssueLabel(quotation.issueCount)}</a>`}
</nav>
</section>`
}

function renderTerms({ issue }: QuotationView): Html | undefined {
  const terms = listTerms(issue.body.terms)
  if (terms.length === 0) return undefined
  return html`<section aria-labelledby="terms-title"><h2 id="terms-title">Terms</h2>
<dl class="terms">${terms.map(([heading, text]) => html`<div><dt>${heading}</dt><dd class="typed">${text}</dd></div>`)}</dl></section>`
}
