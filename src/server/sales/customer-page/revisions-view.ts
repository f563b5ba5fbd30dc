import { formatLongDate, formatMoney } from '#contracts/format.ts'
import type { IssueDifference } from '#contracts/quotation/record.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import { type Html, html } from '#server/kernel/html.ts'
import type { QuotationView } from './load-view.ts'

/** All issues with links, and what this one changes, or for an earlier one what replaced it. */
export function renderRevisions({
  base,
  issues,
  issue,
  quotation,
  differences,
}: QuotationView): Html | undefined {
  if (issues.length < 2) return undefined
  const isPresent = issue.issueNo === quotation.issueCount
  return html`<section id="revisions" aria-labelledby="revisions-title"><h2 id="revisions-title">Revisions</h2>
<ul class="revisions">${issues.map(({ issueNo, issuedAt, amounts }) => {
    const label = `${getIssueLabel(issueNo)} of ${formatLongDate(issuedAt)}, ${formatMoney(amounts.totalInCurrency, amounts.currency)}`
    const path = issueNo === quotation.issueCount ? base : `${base}/issues/${issueNo}`
    return html`<li>${issueNo === issue.issueNo ? html`<strong>${label}</strong> (this one)` : html`<a href="${path}">${label}</a>`}${issueNo !== quotation.issueCount && ` – replaced by ${getIssueLabel(issueNo + 1)}`}</li>`
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
