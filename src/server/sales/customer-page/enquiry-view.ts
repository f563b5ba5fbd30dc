import { getServiceLabel } from '#contracts/catalogue/service-options.ts'
import { suggestEmail } from '#contracts/enquiry/contact-details.ts'
import type { EnquiryStatus } from '#contracts/enquiry/enquiry.ts'
import { ENQUIRY_LIMITS, FORM_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import { ATTACHMENT_FORMATS, getEndings, toAcceptAttribute } from '#contracts/files/file-formats.ts'
import { formatDateTime, formatLongDay, formatMoney } from '#contracts/format.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import { type Html, html } from '#server/kernel/html.ts'
import type { Obstacle } from '../quotations/rules.ts'
import type { StoredIssue } from '../quotations/store-issues.ts'
import { TEXT_LIMITS } from './forms.ts'
import { renderContact, renderFacts, renderField, renderText } from './layout.ts'
import type { EnquiryView } from './load-view.ts'

/** What buyers read as the status, with the step of the way to an order. */
const STEPS = ['Received', 'In progress', 'Quotation sent', 'Ordered'] as const
const STATUS_STEPS: Record<EnquiryStatus, number> = { new: 0, contacted: 1, quoted: 2, won: 3, lost: -1 }

function describeNextStep({ enquiry, replyTime, isEmailed, quotations }: EnquiryView): string {
  switch (enquiry.status) {
    case 'new':
      return `We have received your enquiry and will reply ${replyTime}, by phone or email.`
    case 'contacted':
      return isEmailed
        ? 'We are working on your enquiry. When a quotation is ready, you can read it here.'
        : 'We are working on your enquiry.'
    case 'quoted':
      return quotations.length > 0
        ? 'Our quotation is ready. You can read it, ask questions and accept it.'
        : 'We have sent you a quotation. Call or write to us if you have questions.'
    case 'won':
      return 'Thank you for your order. Call us if you have questions about the delivery.'
    case 'lost':
      return 'This enquiry is closed. If you are still interested, call or write to us.'
  }
}

/** Renders the status page of an enquiry. */
export function renderEnquiry(view: EnquiryView): Html {
  const { enquiry, quotations } = view
  const { reference, status, createdAt, customer, company, place, gstin, lines, attachments, item } = enquiry
  const service = getServiceLabel(enquiry.service)
  const facts: [string, string][] = [
    ['Received', formatDateTime(createdAt)],
    ['From', [getName(customer), company].filter(Boolean).join(', ')],
    ['Place', place],
    ['GSTIN', gstin],
  ]
  const present = STATUS_STEPS[status]
  return html`<div class="sheet">
<section class="summary" aria-labelledby="title">
<h1 id="title">Your enquiry <span class="number">${reference}</span></h1>
${
  present >= 0 &&
  html`<ol class="steps" aria-label="Status">${STEPS.map(
    (step, index) =>
      html`<li${index <= present && html` class="reached"`}${index === present && html` aria-current="step"`}>${step}</li>`,
  )}</ol>`
}
${renderContact(view.contact, `Enquiry ${reference}`)}
${renderFacts(facts)}
</section>
<div class="document">
<section aria-labelledby="next-title"><h2 id="next-title">What happens next</h2><p>${describeNextStep(view)}</p>${!view.isEmailed && html`<p>We send quotations to the email address of the buyer.</p>`}</section>
${
  quotations.length > 0 &&
  html`<section aria-labelledby="quotations-title"><h2 id="quotations-title">${quotations.length === 1 ? 'Our quotation' : 'Our quotations'}</h2><ul class="quotations">${quotations.map(renderQuotationCard)}</ul></section>`
}
<section aria-labelledby="asked-title"><h2 id="asked-title">What you asked</h2>
${service && html`<p>${service}</p>`}
${lines.length === 0 && item && html`<p>${item.name}</p>`}
${
  lines.length > 0 &&
  html`<ul class="lines">${lines.map(
    ({ name, quantity, note }) =>
      html`<li class="line"><div class="line-text"><p class="line-title">${name}</p>${note && renderText(note)}</div><p class="line-amount">× ${quantity}</p></li>`,
  )}</ul>`
}
${enquiry.message && renderText(enquiry.message)}
${
  attachments.length > 0 &&
  html`<h3>${attachments.length === 1 ? 'File' : 'Files'}</h3><ul>${attachments.map(({ name }) => html`<li>${name}</li>`)}</ul>`
}
</section>
${renderSent(view)}
${renderContactDetails(view)}
${renderFileForm(view)}
<section class="panel" aria-labelledby="link-title"><h2 id="link-title">Keep this page</h2>
<p>You can open it again at this address:</p>
<p class="address" id="page-address">${view.url}</p>
<p><button type="button" class="button button-outline js-only" id="copy-link">Copy link</button> <span role="status" id="copy-status"></span></p>
</section>
</div>
</div>`
}

const getName = ({ firstName, lastName }: EnquiryView['enquiry']['customer']): string =>
  `${firstName} ${lastName}`.trim()

function renderSent({ sent }: EnquiryView): Html | undefined {
  if (sent.length === 0) return undefined
  return html`<section aria-labelledby="sent-title"><h2 id="sent-title">What you sent from this page</h2>
<ol class="messages">${sent.map(
    ({ at, text }) =>
      html`<li class="message"><p class="muted small"><time datetime="${at}">${formatDateTime(at)}</time></p>${renderText(text)}</li>`,
  )}</ol></section>`
}

/** How to reach the sender, as sent, and the form to correct it. The reader of the email need not be the sender. */
function renderContactDetails(view: EnquiryView): Html {
  const { enquiry, base, isEmailed, sent, typed, errors } = view
  const { customer } = enquiry
  const { email, phone } = customer
  const meant = isEmailed ? undefined : suggestEmail(email)
  const isOpen = (meant && sent.length === 0) || Object.keys(typed).length > 0
  return html`<section id="contact" class="panel" aria-labelledby="contact-title"><h2 id="contact-title">Your contact details</h2>
${renderFacts([
  ['Name', getName(customer)],
  ['Email', email],
  ['Phone', isEmailed ? phone && `ends in ${phone.slice(-PHONE_END)}` : phone],
])}
<details class="correction"${isOpen && html` open`}><summary>Correct your contact details</summary>
<form method="post" action="${base}/contact">
<p>Enter only what is wrong. We check it before we use it.</p>
<div class="fields">
${renderField({ name: 'name', label: 'Name', value: typed.name, error: errors.name, presence: 'unmarked', maxLength: TEXT_LIMITS.name, autocomplete: 'name' })}
${renderField({ name: 'email', label: 'Email', value: typed.email, error: errors.email, presence: 'unmarked', maxLength: FORM_LIMITS.emailLength, autocomplete: 'email', ...(meant && { hint: `Did you mean ${meant}?` }) })}
${renderField({ name: 'phone', label: 'Phone', value: typed.phone, error: errors.phone, presence: 'unmarked', maxLength: FORM_LIMITS.phoneLength, autocomplete: 'tel' })}
</div>
<p><button class="button button-secondary">Send correction</button></p>
</form></details></section>`
}

/** Characters of a phone number by which its owner recognises it. */
const PHONE_END = 3

function renderFileForm({ enquiry: { attachments }, base, errors }: EnquiryView): Html | undefined {
  const rest = ENQUIRY_LIMITS.attachments - attachments.length
  if (rest <= 0) return undefined
  return html`<section id="files" class="panel" aria-labelledby="files-title"><h2 id="files-title">Attach a drawing or photograph</h2>
<form method="post" action="${base}/files" enctype="multipart/form-data">
<div class="form-field"><label for="field-file">File</label>
<input type="file" id="field-file" name="file" required accept="${toAcceptAttribute(ATTACHMENT_FORMATS.flatMap(getEndings))}" aria-describedby="${errors.files && 'field-file-error '}field-file-hint"${errors.files && html` aria-invalid="true"`}>
${errors.files && html`<p class="field-error" id="field-file-error">${errors.files}</p>`}
<p class="field-hint" id="field-file-hint">${`PDF, DXF, DWG, STEP, picture or ZIP, at most ${MAX_ATTACHMENT_SIZE}. You can attach ${rest === 1 ? 'one more file' : `${rest} more files`}, one at a time.`}</p></div>
<p><button class="button button-secondary">Attach file</button></p>
</form></section>`
}

function renderQuotationCard({ path, quotation, issue, obstacle }: EnquiryView['quotations'][number]): Html {
  const total = quotation.acceptance?.totalInCurrency ?? issue.amounts.totalInCurrency
  const isOpen = obstacle === undefined
  return html`<li class="panel">
<h3>${quotation.number} <span class="badge">${getIssueLabel(issue.issueNo)}</span></h3>
${issue.body.subject && html`<p>${issue.body.subject}</p>`}
<p class="total-amount">${formatMoney(total, issue.body.currency)}</p>
<p class="muted">${describeQuotation(obstacle, issue)}</p>
<p><a class="button ${isOpen ? 'button-default' : 'button-outline'}" href="${path}">Open the quotation</a></p>
</li>`
}

function describeQuotation(obstacle: Obstacle | undefined, { validUntil }: StoredIssue): string {
  switch (obstacle) {
    case undefined:
      return `Valid until ${formatLongDay(validUntil)}`
    case 'expired':
      return `Was valid until ${formatLongDay(validUntil)}`
    case 'accepted':
      return 'Accepted'
    case 'declined':
      return 'Declined'
    case 'withdrawn':
      return 'Withdrawn'
    default:
      return 'We are preparing a new revision'
  }
}
