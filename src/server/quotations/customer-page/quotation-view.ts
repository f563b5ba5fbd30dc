import { GST_STATES } from '#contracts/gst-states.ts'
import type { Picture } from '#contracts/item.ts'
import type { QuotationAmounts } from '#contracts/quotation.ts'
import type { IssueDifference, QuotationEvent } from '#contracts/quotation-record.ts'
import { DECLINE_REASONS, getIssueLabel } from '#contracts/quotation-states.ts'
import { listTerms } from '#contracts/quotation-terms.ts'
import { type Html, html } from '#server/kernel/html.ts'
import { groupLines, numberLines } from '../arrange-lines.ts'
import type { Choice } from '../choice.ts'
import type { StoredQuotation } from '../store.ts'
import type { StoredIssue } from '../store-issues.ts'
import { listTotals } from '../totals.ts'
import { formatDay, formatDayOf, formatMoney, formatNumber, formatPercent, formatTime } from './format.ts'
import { TEXT_LIMITS, toOptionName } from './forms.ts'
import { type Notice, renderField, renderText } from './layout.ts'
import type { Obstacle } from './obstacle.ts'

/** Everything that the page of a quotation shows. */
export interface QuotationView {
  /** The address of the page, without a slash at its end. */
  base: string
  /** The status page of the enquiry, if the link leads there. */
  enquiryPath: string | undefined
  quotation: StoredQuotation
  /** The newest first. */
  issues: StoredIssue[]
  issue: StoredIssue
  /** The newest first. */
  events: QuotationEvent[]
  /** From the issue before, and for an earlier issue to the present one. */
  differences: IssueDifference[]
  obstacle: Obstacle | undefined
  chosen: string[]
  choice: Choice
  pictures: ReadonlyMap<string, Picture>
  /** What was typed into a form that was not accepted, and what is wrong with it. */
  typed: Record<string, string>
  errors: Record<string, string>
}

/** The title of the page: 'Quotation QTN/2026-27/0042'. */
export const getQuotationTitle = ({ quotation }: QuotationView): string => `Quotation ${quotation.number}`

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

/** Renders the page of a quotation below its notice. */
export function renderQuotation(view: QuotationView): Html {
  const { quotation, issue, obstacle } = view
  const isPresent = issue.issueNo === quotation.issueCount
  // The lines contain what was chosen.
  const isOrdered = isPresent && obstacle === 'accepted'
  return html`<div class="sheet">
${renderSummary(view)}
<div class="document">
${isOrdered && renderAccepted(view)}
${renderLines(view)}
${!isOrdered && renderOptions(view)}
${renderTotals(view)}
${renderTerms(view)}
${isPresent && !obstacle && renderAcceptance(view)}
${isPresent && renderRenewal(view)}
${isPresent && renderQuestions(view)}
${isPresent && (!obstacle || obstacle === 'expired') && renderDecline(view)}
${renderUnsent(view)}
${renderRevisions(view)}
</div>
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

function renderLines({ choice, pictures, issue, quotation }: QuotationView): Html {
  const { body, amounts } = choice
  const isOrdered = issue.issueNo === quotation.issueCount && quotation.acceptance !== null
  // The numbers are those of the document: of the order, or of the quotation with its options.
  const numbers = numberLines(isOrdered ? body.lines : issue.body.lines)
  const optional = new Set(issue.body.lines.filter((line) => line.optional).map(({ key }) => key))
  const renderLine = (line: Line & { amount: number }): Html => {
    const picture = line.picture ? pictures.get(line.picture) : undefined
    return html`<li class="line">
<span class="line-number">${numbers.get(line.key ?? '')}</span>
${picture && html`<img class="line-picture" src="${picture.url}" alt="" width="72" height="54" loading="lazy">`}
<div class="line-text">
${renderDescription(line.description)}
${optional.has(line.key) && html`<span class="badge">Option</span>`}
<p class="muted">${describePrice(line, body.currency)}</p>
<p class="muted small">${describeTax(line, amounts.supply)}</p>
${line.specifications.length > 0 && html`<dl class="specifications">${line.specifications.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`}
</div>
<p class="line-amount">${formatMoney(line.amount, body.currency)}</p>
</li>`
  }
  const lines = body.lines.map((line, index) => ({ ...line, amount: amounts.lines[index]!.netInCurrency }))
  const groups = groupLines(lines).map(
    ({ title, lines }) =>
      html`${title && html`<h3 class="group">${title}</h3>`}<ul class="lines">${lines.map(renderLine)}</ul>`,
  )
  return html`<section id="lines" data-live aria-labelledby="lines-title"><h2 id="lines-title">${quotation.acceptance ? 'What you ordered' : 'What we offer'}</h2>${groups}</section>`
}

type Line = StoredIssue['body']['lines'][number]

function renderDescription(description: string): Html {
  const [title = '', ...rest] = description.split('\n')
  const more = rest.join('\n').trim()
  return html`<p class="line-title">${title}</p>${more && renderText(more)}`
}

function describePrice(line: Line, currency: StoredIssue['body']['currency']): string {
  const quantity = [formatNumber(line.quantity), line.unit].filter(Boolean).join(' ')
  const discount = line.discountPercent ? `, less ${formatPercent(line.discountPercent)}` : ''
  return `${quantity} × ${formatMoney(line.unitPrice, currency)}${discount}`
}

const describeTax = ({ code, hsn, gstRate }: Line, supply: QuotationAmounts['supply']): string =>
  [
    code && `Model or part number ${code}`,
    hsn && `HSN ${hsn}`,
    supply !== 'export' && `GST ${formatPercent(gstRate)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The optional lines, and those that can replace another one. They belong to the form below, which accepts them. */
function renderOptions(view: QuotationView): Html | undefined {
  const { issue, chosen, obstacle, quotation, base } = view
  const { body, amounts } = issue
  const options = body.lines.flatMap((line, index) =>
    line.optional ? [{ line, amount: amounts.lines[index]!.netInCurrency }] : [],
  )
  if (options.length === 0) return undefined
  const canChoose = !obstacle && issue.issueNo === quotation.issueCount
  const state = canChoose ? html`` : html` disabled`
  const renderChoice = (
    input: Html,
    { description }: Pick<Line, 'description'>,
    detail: string,
    amount: string,
  ) =>
    html`<label class="option">${input}<span class="option-text"><span class="line-title">${description.split('\n')[0]}</span><span class="muted">${detail}</span></span><span class="line-amount">${amount}</span></label>`
  const alternatives = Map.groupBy(
    options.filter(({ line }) => line.alternativeTo),
    ({ line }) => line.alternativeTo,
  )
  const sets = [...alternatives].map(([key, lines]) => {
    const index = body.lines.findIndex((line) => line.key === key)
    const replaced = body.lines[index]!
    const name = toOptionName('instead', key)
    const isKept = !lines.some(({ line }) => chosen.includes(line.key ?? ''))
    const choices = [
      { line: replaced, value: '', checked: isKept, amount: amounts.lines[index]!.netInCurrency },
      ...lines.map(({ line, amount }) => ({
        line,
        amount,
        value: line.key ?? '',
        checked: chosen.includes(line.key ?? ''),
      })),
    ]
    return html`<fieldset class="options"><legend>Choose one</legend>${choices.map(
      ({ line, value, checked, amount }) =>
        renderChoice(
          html`<input type="radio" form="accept-form" data-option name="${name}" value="${value}"${checked && html` checked`}${state}>`,
          line,
          `${describePrice(line, body.currency)}${value ? '' : ' (as offered above)'}`,
          formatMoney(amount, body.currency),
        ),
    )}</fieldset>`
  })
  const additions = options.filter(({ line }) => !line.alternativeTo)
  return html`<section id="options" aria-labelledby="options-title"><h2 id="options-title">Options</h2>
<p class="muted">${canChoose ? 'Not contained in the total unless you choose them.' : 'Not contained in the total unless chosen.'} ${describeAmounts(body)}</p>
${sets}
${
  additions.length > 0 &&
  html`<fieldset class="options"><legend>Add</legend>${additions.map(({ line, amount }) =>
    renderChoice(
      html`<input type="checkbox" form="accept-form" data-option name="${toOptionName('option', line.key ?? '')}" value="${line.key}"${chosen.includes(line.key ?? '') && html` checked`}${state}>`,
      line,
      describePrice(line, body.currency),
      `+ ${formatMoney(amount, body.currency)}`,
    ),
  )}</fieldset>`
}
${canChoose && html`<p><button class="button button-secondary no-js-only" id="update-total" form="accept-form" formaction="${base}/options" formenctype="application/x-www-form-urlencoded" formnovalidate>Update total</button></p>`}
</section>`
}

/** What the amounts beside options do not contain. */
const describeAmounts = ({ discountPercent }: StoredIssue['body']): string =>
  discountPercent > 0
    ? `Amounts are before GST and before the discount of ${formatPercent(discountPercent)} on all lines, which applies to them too.`
    : 'Amounts are before GST.'

function renderTotals({ choice }: QuotationView): Html {
  const { amounts, body } = choice
  const rows = listTotals(amounts, body.discountPercent).map(
    ({ label, detail, amount, currency, isTotal }) =>
      html`<div${isTotal && html` class="grand"`}><dt>${label}${detail && html`<span class="small">${detail}</span>`}</dt><dd>${formatMoney(amount, currency)}</dd></div>`,
  )
  return html`<section id="totals" data-live aria-labelledby="totals-title"><h2 id="totals-title">Total</h2>
<dl class="totals">${rows}</dl>
${amounts.currency === 'USD' && html`<p class="muted small">In rupees at ${formatNumber(amounts.exchangeRate ?? 0)} rupees per US dollar.</p>`}
${amounts.notes.map((note) => html`<p class="muted small">${note}</p>`)}
</section>`
}

function renderTerms({ issue }: QuotationView): Html | undefined {
  const terms = listTerms(issue.body.terms)
  if (terms.length === 0) return undefined
  return html`<section aria-labelledby="terms-title"><h2 id="terms-title">Terms</h2>
<dl class="terms">${terms.map(([heading, text]) => html`<div><dt>${heading}</dt><dd class="typed">${text}</dd></div>`)}</dl></section>`
}

/** States the total that the person saw, so that another one is never accepted. */
function renderAcceptance({ base, issue, choice, typed, errors }: QuotationView): Html {
  const buyer = issue.body.buyer
  const total = formatMoney(choice.amounts.totalInCurrency, choice.amounts.currency)
  return html`<section id="accept" class="panel" aria-labelledby="accept-title"><h2 id="accept-title">Accept</h2>
<form id="accept-form" method="post" action="${base}/accept" enctype="multipart/form-data">
<input type="hidden" name="issue" value="${issue.issueNo}">
<div id="accept-total" data-live><input type="hidden" name="total" value="${choice.amounts.totalInCurrency}"><p>You order for <strong>${total}</strong>${choice.amounts.supply !== 'export' && ' with GST'}, on the terms above.</p></div>
<div class="fields">
${renderField({ form: 'accept', name: 'name', label: 'Your name', value: typed.name ?? buyer?.name, error: errors.name, isRequired: true, maxLength: TEXT_LIMITS.name, autocomplete: 'name' })}
${renderField({ form: 'accept', name: 'position', label: 'Your position', value: typed.position ?? buyer?.position, error: errors.position, isRequired: true, maxLength: TEXT_LIMITS.name, autocomplete: 'organization-title' })}
${renderField({ form: 'accept', name: 'purchaseOrder', label: 'Purchase order number', value: typed.purchaseOrder, error: errors.purchaseOrder, maxLength: TEXT_LIMITS.purchaseOrder })}
<div class="form-field"><label for="accept-file">Purchase order as a file <span class="muted">(optional)</span></label>
${typed.fileId && html`<p><input type="hidden" name="fileId" value="${typed.fileId}"><input type="hidden" name="fileName" value="${typed.fileName}">${typed.fileName} is attached.</p>`}
<input type="file" id="accept-file" name="file" accept=".pdf,.png,.jpg,.jpeg,.webp,.heic,.tif,.tiff,.zip" aria-describedby="accept-file-hint"${errors.file && html` aria-invalid="true"`}>
${errors.file && html`<p class="field-error">${errors.file}</p>`}
<p class="field-hint" id="accept-file-hint">PDF, picture or ZIP, at most 20 MB</p></div>
</div>
<p><button class="button button-default button-lg">Accept the quotation</button></p>
</form></section>`
}

function renderAccepted({ quotation, events, issue }: QuotationView): Html | undefined {
  const { acceptance } = quotation
  if (!acceptance) return undefined
  const at = events.find(({ kind }) => kind === 'accepted')?.at
  const facts: [string, string][] = [
    ['Accepted by', [acceptance.name, acceptance.position].filter(Boolean).join(', ')],
    ['On', at ? formatTime(at) : ''],
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
<dl class="facts">${facts.filter(([, text]) => text).map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></section>`
}

function renderRenewal({ base, obstacle, typed, issue, events }: QuotationView): Html | undefined {
  if (obstacle !== 'expired' && obstacle !== 'declined' && obstacle !== 'withdrawn') return undefined
  const requested = events.find(
    ({ kind, issueNo }) => kind === 'renewal-requested' && issueNo === issue.issueNo,
  )
  if (requested)
    return html`<section id="renewal" class="panel" aria-labelledby="renewal-title"><h2 id="renewal-title">New quotation requested</h2><p>You asked for a new quotation on ${formatTime(requested.at)}. We will send it to you.</p></section>`
  return html`<section id="renewal" class="panel" aria-labelledby="renewal-title"><h2 id="renewal-title">Ask for a new quotation</h2>
<form method="post" action="${base}/renewal">
${renderField({ form: 'renewal', name: 'text', label: 'What should change?', value: typed.renewal, rows: 3, maxLength: TEXT_LIMITS.message })}
<p><button class="button button-secondary">Request a new quotation</button></p>
</form></section>`
}

function renderQuestions({ base, events, typed, errors }: QuotationView): Html {
  const messages = events.filter(({ kind }) => kind === 'question' || kind === 'answered').reverse()
  return html`<section id="questions" aria-labelledby="questions-title"><h2 id="questions-title">Questions</h2>
${
  messages.length > 0 &&
  html`<ol class="messages">${messages.map(
    ({ kind, by, at, text }) =>
      html`<li class="message message-${kind}"><p class="muted small">${by} · <time datetime="${at}">${formatTime(at)}</time></p>${renderText(text)}</li>`,
  )}</ol>`
}
<form method="post" action="${base}/question">
${renderField({ form: 'question', name: 'text', label: 'Your question', value: typed.question, error: errors.question, rows: 3, maxLength: TEXT_LIMITS.message, isRequired: true })}
<p><button class="button button-secondary">Send question</button></p>
</form></section>`
}

function renderDecline({ base, issue, typed, errors }: QuotationView): Html {
  const isOpen = Boolean(typed.reason ?? typed.details ?? errors.reason)
  return html`<details class="decline" id="decline"${isOpen && html` open`}><summary>Decline the quotation</summary>
<form method="post" action="${base}/decline">
<input type="hidden" name="issue" value="${issue.issueNo}">
<div class="form-field"><label for="decline-reason">Reason</label>
<select id="decline-reason" name="reason" class="field" required${errors.reason && html` aria-invalid="true" aria-describedby="decline-reason-error"`}><option value="">Please choose</option>${DECLINE_REASONS.map((reason) => html`<option${typed.reason === reason && html` selected`}>${reason}</option>`)}</select>
${errors.reason && html`<p class="field-error" id="decline-reason-error">${errors.reason}</p>`}</div>
${renderField({ form: 'decline', name: 'details', label: 'Anything that we should know', value: typed.details, rows: 3, maxLength: TEXT_LIMITS.message })}
<p><button class="button button-outline">Decline</button></p>
</form></details>`
}

/** What was typed into a form that is not there any more, so that the person can copy it. */
function renderUnsent({ typed, obstacle, quotation, issue }: QuotationView): Html | undefined {
  if (!obstacle && issue.issueNo === quotation.issueCount) return undefined
  const labels: [string, string][] = [
    ['name', 'Name'],
    ['position', 'Position'],
    ['purchaseOrder', 'Purchase order number'],
    ['fileName', 'File'],
    ['reason', 'Reason'],
    ['details', 'Details'],
  ]
  const facts = labels.filter(([name]) => typed[name])
  if (facts.length === 0) return undefined
  return html`<section class="panel" aria-labelledby="unsent-title"><h2 id="unsent-title">What you entered</h2>
<p>It was not sent.</p>
<dl class="facts">${facts.map(([name, label]) => html`<div><dt>${label}</dt><dd class="typed">${typed[name]}</dd></div>`)}</dl></section>`
}

function renderRevisions({ base, issues, issue, quotation, differences }: QuotationView): Html | undefined {
  if (issues.length < 2) return undefined
  const isPresent = issue.issueNo === quotation.issueCount
  return html`<section id="revisions" aria-labelledby="revisions-title"><h2 id="revisions-title">Revisions</h2>
<ul class="revisions">${issues.map(({ issueNo, issuedAt, amounts }) => {
    const label = `${getIssueLabel(issueNo)} of ${formatDayOf(issuedAt)}, ${formatMoney(amounts.totalInCurrency, amounts.currency)}`
    const path = issueNo === quotation.issueCount ? base : `${base}/issues/${issueNo}`
    return html`<li>${issueNo === issue.issueNo ? html`<strong>${label}</strong> (this one)` : html`<a href="${path}">${label}</a>`}${issueNo !== quotation.issueCount && ` – superseded by ${getIssueLabel(issueNo + 1)}`}</li>`
  })}</ul>
${
  differences.length > 0 &&
  html`<details${isPresent && html` open`}><summary>What ${getIssueLabel(isPresent ? issue.issueNo : issue.issueNo + 1)} changes compared with ${getIssueLabel(isPresent ? issue.issueNo - 1 : issue.issueNo)}</summary>
<ul class="differences">${differences.map(renderDifference)}</ul></details>`
}</section>`
}

const KIND_LABELS = { added: 'Added', removed: 'Removed', changed: 'Changed' }

const renderDifference = ({ kind, subject, changes }: IssueDifference): Html =>
  html`<li><p><span class="badge">${KIND_LABELS[kind]}</span> <strong>${subject}</strong></p><dl>${changes.map(
    ({ label, before, after }) =>
      html`<div><dt>${label !== subject ? label : html`<span class="visually-hidden">${label}</span>`}</dt><dd>${before && html`<del><span class="visually-hidden">before: </span>${before}</del> `}${after && html`<ins><span class="visually-hidden">now: </span>${after}</ins>`}</dd></div>`,
  )}</dl></li>`
