import { formatMoney, formatNumber, formatPercent } from '#contracts/format.ts'
import { isTaxFree } from '#contracts/gst/supply.ts'
import type { QuotationAmounts } from '#contracts/quotation/quotation.ts'
import { listTotals } from '#contracts/quotation/totals.ts'
import { type Html, html } from '#server/kernel/html.ts'
import { groupLines, numberLines } from '../quotations/content/arrange-lines.ts'
import type { StoredIssue } from '../quotations/store-issues.ts'
import { toOptionName } from './forms.ts'
import { renderText } from './layout.ts'
import type { QuotationView } from './load-view.ts'

/** The lines with the chosen options. */
export function renderLines({ choice, pictures, issue, quotation }: QuotationView): Html {
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
  return html`<section id="lines" data-live aria-labelledby="lines-title"><h2 id="lines-title">${quotation.acceptance ? 'What you ordered' : 'What we offer'}</h2>${groups.length > 0 ? groups : html`<p>Choose from the options below.</p>`}</section>`
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
    !isTaxFree(supply) && `GST ${formatPercent(gstRate)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The optional lines, and those that can replace another one. */
export function renderOptions(view: QuotationView): Html | undefined {
  const { issue, chosen, obstacle, quotation, base } = view
  const { body, amounts } = issue
  const options = body.lines.flatMap((line, index) =>
    line.optional ? [{ line, amount: amounts.lines[index]!.netInCurrency }] : [],
  )
  if (options.length === 0) return undefined
  const numbers = numberLines(body.lines)
  const canChoose = !obstacle && issue.issueNo === quotation.issueCount
  const state = canChoose ? html`` : html` disabled`
  const renderChoice = (
    input: Html,
    { key = '', description }: Pick<Line, 'key' | 'description'>,
    detail: string,
    amount: string,
  ) =>
    html`<label class="option">${input} <span class="line-number">${numbers.get(key)}</span> <span class="option-text"><span class="line-title">${description.split('\n')[0]}</span> <span class="muted">${detail}</span></span> <span class="line-amount">${amount}</span></label>`
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
          html`<input type="radio" data-option name="${name}" value="${value}"${checked && html` checked`}${state}>`,
          line,
          `${describePrice(line, body.currency)}${value ? '' : ' (as offered above)'}`,
          formatMoney(amount, body.currency),
        ),
    )}</fieldset>`
  })
  const additions = options.filter(({ line }) => !line.alternativeTo)
  return html`<section id="options" aria-labelledby="options-title"><h2 id="options-title">Options</h2>
<p class="muted">${canChoose ? 'The total includes these only if you choose them.' : 'The total includes these only if chosen.'} ${describeAmounts(issue)}</p>
${view.errors.options && html`<p class="field-error">${view.errors.options}</p>`}
${sets}
${
  additions.length > 0 &&
  html`<fieldset class="options"><legend>Add</legend>${additions.map(({ line, amount }) =>
    renderChoice(
      html`<input type="checkbox" data-option name="${toOptionName('option', line.key ?? '')}" value="${line.key}"${chosen.includes(line.key ?? '') && html` checked`}${state}>`,
      line,
      describePrice(line, body.currency),
      `+ ${formatMoney(amount, body.currency)}`,
    ),
  )}</fieldset>`
}
${canChoose && html`<p><button class="button button-secondary no-js-only" id="update-total" formaction="${base}/options" formenctype="application/x-www-form-urlencoded" formnovalidate>Update total</button></p>`}
</section>`
}

/** What the amounts beside options do not contain. */
function describeAmounts({ body: { discountPercent }, amounts: { supply } }: StoredIssue): string {
  const excluded = [
    ...(isTaxFree(supply) ? [] : ['before GST']),
    ...(discountPercent > 0
      ? [`before the discount of ${formatPercent(discountPercent)} on all lines, which applies to them too`]
      : []),
  ]
  return excluded.length > 0 ? `Amounts are ${excluded.join(' and ')}.` : ''
}

/** The sums below the lines. */
export function renderTotals({ choice }: QuotationView): Html {
  const { amounts, body } = choice
  const isEmpty = body.lines.length === 0 && amounts.charges.length === 0
  const rows = listTotals(amounts, body.discountPercent).map(
    ({ label, detail, amount, currency, isTotal }) =>
      html`<div${isTotal && html` class="grand"`}><dt>${label}${detail && html` <span class="small">${detail}</span>`}</dt><dd>${formatMoney(amount, currency)}</dd></div>`,
  )
  return html`<section id="totals" data-live aria-labelledby="totals-title"><h2 id="totals-title">Total</h2>
${isEmpty ? html`<p>It depends on the options that you choose.</p>` : html`<dl class="totals">${rows}</dl>`}
${amounts.currency === 'USD' && html`<p class="muted small">At ${formatNumber(amounts.exchangeRate ?? 0)} rupees per US dollar.</p>`}
${amounts.notes.map((note) => html`<p class="muted small">${note}</p>`)}
</section>`
}
