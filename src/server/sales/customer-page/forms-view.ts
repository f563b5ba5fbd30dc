import { MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import { formatDateTime, formatMoney } from '#contracts/format.ts'
import { isTaxFree } from '#contracts/gst/supply.ts'
import { DECLINE_REASONS } from '#contracts/quotation/states.ts'
import { type Html, html } from '#server/kernel/html.ts'
import { TEXT_LIMITS } from './forms.ts'
import { type Fact, renderFacts, renderField, renderText } from './layout.ts'
import type { QuotationView } from './load-view.ts'

/* Parts of one form (quotation-view.ts). Only the fields of the acceptance are required in the browser: other buttons do without them. */

/** States the total that the person saw, so that another one is never accepted. */
export function renderAcceptance({ base, issue, choice, typed, errors }: QuotationView): Html {
  const buyer = issue.body.buyer
  const total = formatMoney(choice.amounts.totalInCurrency, choice.amounts.currency)
  return html`<section id="accept" class="panel" aria-labelledby="accept-title"><h2 id="accept-title">Accept</h2>
<div id="accept-total" data-live><input type="hidden" name="total" value="${choice.amounts.totalInCurrency}"><p>${
    choice.body.lines.length === 0
      ? 'Choose at least one option first.'
      : html`You order for <strong>${total}</strong>${!isTaxFree(choice.amounts.supply) && ' with GST'}, on the terms above.`
  }</p></div>
<div class="fields">
${renderField({ name: 'name', label: 'Your name', value: typed.name ?? buyer?.name, error: errors.name, presence: 'required', maxLength: TEXT_LIMITS.name, autocomplete: 'name' })}
${renderField({ name: 'position', label: 'Your position', value: typed.position ?? buyer?.position, error: errors.position, presence: 'required', maxLength: TEXT_LIMITS.name, autocomplete: 'organization-title' })}
${renderField({ name: 'purchaseOrder', label: 'Purchase order number', value: typed.purchaseOrder, error: errors.purchaseOrder, maxLength: TEXT_LIMITS.purchaseOrder })}
<div class="form-field"><label for="accept-file">Purchase order as a file <span class="muted">(optional)</span></label>
${typed.fileId && html`<p><input type="hidden" name="fileId" value="${typed.fileId}"><input type="hidden" name="fileName" value="${typed.fileName}">${typed.fileName} is attached.</p>`}
<input type="file" id="accept-file" name="file" accept=".pdf,.png,.jpg,.jpeg,.webp,.heic,.tif,.tiff,.zip" aria-describedby="accept-file-hint"${errors.file && html` aria-invalid="true"`}>
${errors.file && html`<p class="field-error">${errors.file}</p>`}
<p class="field-hint" id="accept-file-hint">PDF, picture or ZIP, at most ${MAX_ATTACHMENT_SIZE}.</p></div>
</div>
<p><button class="button button-default button-lg" formaction="${base}/accept">Accept the quotation</button></p>
<h3>What happens then</h3>
<ol class="next-steps">
<li>We receive your order at once, and this page shows it.</li>
<li>We check it and confirm it. You can then download the order confirmation on this page.</li>
<li>Delivery and payment follow the terms. You pay nothing on this page.</li>
</ol>
</section>`
}

export function renderAccepted({ quotation, events, issue }: QuotationView): Html | undefined {
  const { acceptance } = quotation
  if (!acceptance) return undefined
  const at = events.find(({ kind }) => kind === 'accepted')?.at
  const facts: [string, string][] = [
    ['Accepted by', [acceptance.name, acceptance.position].filter(Boolean).join(', ')],
    ['Accepted on', at ? formatDateTime(at) : ''],
    ['Purchase order', acceptance.purchaseOrder],
    ['File', acceptance.file?.name ?? ''],
    [
      'Chosen options',
      issue.body.lines
        .filter(({ key = '' }) => acceptance.chosen.includes(key))
        .map(({ description }) => description.split('\n')[0])
        .join(', '),
    ],
  ]
  return html`<section id="accept" class="panel" aria-labelledby="accept-title"><h2 id="accept-title">Your order</h2>
${renderFacts(facts)}</section>`
}

export function renderRenewal({ base, obstacle, typed, issue, events }: QuotationView): Html | undefined {
  if (obstacle !== 'expired' && obstacle !== 'declined' && obstacle !== 'withdrawn') return undefined
  const requested = events.find(
    ({ kind, issueNo }) => kind === 'renewal-requested' && issueNo === issue.issueNo,
  )
  if (requested)
    return html`<section id="renewal" class="panel" aria-labelledby="renewal-title"><h2 id="renewal-title">You asked for a new quotation</h2><p>We received this on ${formatDateTime(requested.at)}. We will send you the new quotation.</p></section>`
  return html`<section id="renewal" class="panel" aria-labelledby="renewal-title"><h2 id="renewal-title">Ask for a new quotation</h2>
${renderField({ name: 'renewal', label: 'What should change?', value: typed.renewal, rows: 3, maxLength: TEXT_LIMITS.message })}
<p><button class="button button-secondary" formaction="${base}/renewal" formnovalidate>Ask for a new quotation</button></p>
</section>`
}

export function renderQuestions({ base, events, typed, errors }: QuotationView): Html {
  const messages = events
    .filter(({ kind, text }) => kind === 'question' || kind === 'answered' || (kind === 'confirmed' && text))
    .reverse()
  return html`<section id="questions" aria-labelledby="questions-title"><h2 id="questions-title">Questions</h2>
${
  messages.length > 0 &&
  html`<ol class="messages">${messages.map(
    ({ kind, by, at, text }) =>
      html`<li class="message message-${kind === 'question' ? kind : 'answered'}"><p class="muted small">${by} · <time datetime="${at}">${formatDateTime(at)}</time></p>${renderText(text)}</li>`,
  )}</ol>`
}
${renderField({ name: 'question', label: 'Your question', value: typed.question, error: errors.question, rows: 3, maxLength: TEXT_LIMITS.message, presence: 'unmarked' })}
<p><button class="button button-secondary" formaction="${base}/question" formnovalidate>Send question</button></p>
</section>`
}

export function renderDecline({ base, typed, errors }: QuotationView): Html {
  const isOpen = Boolean(typed.reason || typed.details || errors.reason)
  return html`<details class="decline" id="decline"${isOpen && html` open`}><summary>Decline the quotation</summary>
<div class="form-field"><label for="decline-reason">Reason</label>
<select id="decline-reason" name="reason" class="field"${errors.reason && html` aria-invalid="true" aria-describedby="decline-reason-error"`}><option value="">Choose a reason</option>${DECLINE_REASONS.map((reason) => html`<option${typed.reason === reason && html` selected`}>${reason}</option>`)}</select>
${errors.reason && html`<p class="field-error" id="decline-reason-error">${errors.reason}</p>`}</div>
${renderField({ name: 'details', label: 'Anything that we should know', value: typed.details, rows: 3, maxLength: TEXT_LIMITS.message })}
<p><button class="button button-outline" formaction="${base}/decline" formnovalidate>Decline</button></p>
</details>`
}

/** What was typed into a form that is not there any more, so that the person can copy it. */
export function renderUnsent({ typed, obstacle, quotation, issue }: QuotationView): Html | undefined {
  if (!obstacle && issue.issueNo === quotation.issueCount) return undefined
  // What has expired can still be declined: the form has the reason and the details.
  const { reason = '', details = '' } = obstacle === 'expired' ? {} : typed
  const facts: Fact[] = [
    ['Name', typed.name],
    ['Position', typed.position],
    ['Purchase order number', typed.purchaseOrder],
    ['File', typed.fileName],
    ['Reason', reason],
    ['Details', details],
  ]
  if (facts.every(([, text]) => !text)) return undefined
  return html`<section class="panel" aria-labelledby="unsent-title"><h2 id="unsent-title">What you entered</h2>
<p>It was not sent.</p>
${renderFacts(facts, 'typed')}</section>`
}
