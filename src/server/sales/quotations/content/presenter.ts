import { getDiscountRate } from '#contracts/quotation/discount.ts'
import type { QuotationAmounts } from '#contracts/quotation/quotation.ts'
import type {
  Quotation,
  QuotationIssue,
  QuotationIssueDetails,
  QuotationSummary,
} from '#contracts/quotation/record.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import type { Db } from '#server/database/db.ts'
import { HttpProblem, notFound } from '#server/kernel/http/problem.ts'
import { findMember, type SalesContext } from '../../context.ts'
import { getQuotation } from '../record.ts'
import { getMaxDiscount, isExpired, needsApproval } from '../rules.ts'
import { getTotals, type StoredQuotation } from '../store.ts'
import { listEvents } from '../store-events.ts'
import { listIssues, type StoredIssue } from '../store-issues.ts'
import { readSummaryContext } from '../store-lists.ts'
import { calculateDraft } from './calculation.ts'
import { getOrder } from './choice.ts'
import { compareIssues } from './compare-issues.ts'
import { listWarnings } from './warnings.ts'

/** Returns a quotation as staff see it. Throws 404. */
export async function presentQuotation(context: SalesContext, id: string): Promise<Quotation> {
  const { db, settings, site, today } = context
  const stored = await getQuotation(db, id)
  const [summary] = await presentSummaries(context, [stored])
  const { enquiry: _enquiry, customer: _customer, ownerId: _ownerId, ...body } = stored.body
  const issues = await listIssues(db, id)
  const order = getOrder(stored)
  const isUnsent = stored.state === 'draft' || stored.state === 'awaiting-approval'
  const amounts = isUnsent ? recalculate(context, stored) : stored.amounts
  return {
    ...body,
    ...summary!,
    ...(isUnsent && { totals: amounts?.totals ?? null, totalInCurrency: amounts?.totalInCurrency ?? null }),
    validUntil: stored.state === 'sent' ? stored.validUntil : (body.validUntil ?? null),
    amounts,
    issues: issues.map(toIssue),
    events: await listEvents(db, id),
    acceptance: stored.acceptance,
    order: order && { lines: order.body.lines.map(({ key = '' }) => key), amounts: order.amounts },
    warnings: isUnsent
      ? listWarnings(stored.body, {
          settings,
          addressState: site.company.address.state,
          day: today,
          exchangeRate: amounts?.exchangeRate,
          usualRate: site.prices.rupeesPerDollar,
        })
      : [],
    approval: {
      isRequired: needsApproval(context, stored),
      maxDiscountPercent: getMaxDiscount(stored.body, site.prices.rupeesPerDollar) / 100,
      limitPercent: settings.approvalDiscountPercent,
      rupeesPerUnit: getDiscountRate(body.currency, body.exchangeRate, site.prices.rupeesPerDollar) ?? null,
    },
  }
}

/**
 * Returns the amounts as they would be sent now: rates, exchange rate and letter of undertaking can have changed since the draft was
 * saved. Those of the last save if they cannot be calculated now.
 */
function recalculate(context: SalesContext, { body, amounts }: StoredQuotation): QuotationAmounts | null {
  try {
    return calculateDraft(context, body)
  } catch (error) {
    if (error instanceof HttpProblem) return amounts
    throw error
  }
}

const toIssue = ({ issueNo, issuedAt, by, validUntil, amounts }: StoredIssue): QuotationIssue => ({
  issueNo,
  label: getIssueLabel(issueNo),
  issuedAt,
  by,
  validUntil,
  totals: amounts.totals,
  totalInCurrency: amounts.totalInCurrency,
})

/** Returns one issue with its content. Throws 404. */
export async function presentIssue(
  db: Db,
  { id, issueNo }: { id: string; issueNo: number },
): Promise<QuotationIssueDetails> {
  const issues = await listIssues(db, id)
  const issue = issues.find((candidate) => candidate.issueNo === issueNo)
  if (!issue) throw notFound('Issue of the quotation')
  const before = issues.find((candidate) => candidate.issueNo === issueNo - 1)
  const { body, amounts } = issue
  return { ...toIssue(issue), body, amounts, differences: before ? compareIssues(before, issue) : [] }
}

/** Returns quotations as lists show them, in the same order. */
export async function presentSummaries(
  { db, today, owners }: SalesContext,
  quotations: StoredQuotation[],
): Promise<QuotationSummary[]> {
  if (quotations.length === 0) return []
  const context = { today, owners, ...(await readSummaryContext(db, quotations)) }
  return quotations.map((quotation) => toSummary(quotation, context))
}

type Context = Awaited<ReturnType<typeof readSummaryContext>> & Pick<SalesContext, 'today' | 'owners'>

function toSummary(quotation: StoredQuotation, context: Context): QuotationSummary {
  const { id, state, issueCount, validUntil, body } = quotation
  const { totals = null, totalInCurrency = null } = getTotals(quotation) ?? {}
  const { today, owners, enquiries, customers, views } = context
  const customer = customers.find((row) => row.id === quotation.customerId)
  return {
    id,
    number: quotation.number,
    state,
    isExpired: isExpired(quotation, today),
    viewedAt: views.find((view) => view.quotation_id === id && view.issue_no === issueCount)?.at ?? null,
    issueCount,
    issuedAt: quotation.issuedAt,
    validUntil,
    revision: quotation.revision,
    enquiry: enquiries.find((row) => row.id === quotation.enquiryId) ?? null,
    customer: customer
      ? { id: customer.id, name: `${customer.first_name} ${customer.last_name}`.trim() }
      : null,
    owner: findMember(owners, quotation.ownerId),
    buyerName: quotation.buyerName,
    subject: body.subject,
    currency: body.currency,
    totals,
    totalInCurrency,
    isConfirmed: quotation.confirmedAt !== null,
    reason: state === 'declined' || state === 'withdrawn' ? quotation.reason : '',
    stateBeforeRevision: quotation.stateBeforeRevision,
    createdAt: quotation.createdAt,
    updatedAt: quotation.updatedAt,
  }
}
