import type { Db } from '#server/database/db.ts'
import { HttpProblem, notFound } from '#server/kernel/http/problem.ts'
import type { SalesContext } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import { listSenderNotes } from '../enquiries/store.ts'
import { getEnquiry } from '../enquiries/store-lists.ts'
import { listItems } from '../quotations/content/arrange-lines.ts'
import { type Choice, calculateChoice } from '../quotations/content/choice.ts'
import { compareIssues } from '../quotations/content/compare-issues.ts'
import { getQuotation } from '../quotations/record.ts'
import { findObstacle } from '../quotations/rules.ts'
import type { StoredQuotation } from '../quotations/store.ts'
import { listEvents } from '../quotations/store-events.ts'
import { listIssues, type StoredIssue } from '../quotations/store-issues.ts'
import { findLinkTarget } from '../quotations/store-links.ts'
import { listIssuedOfEnquiry } from '../quotations/store-lists.ts'

/** What a private address leads to. */
export type PageTarget =
  | { enquiryId: string; isEmailed: boolean; base: string }
  | { quotationId: string; base: string; enquiryPath: string | undefined }

const SECRET = /^[\w-]{43}$/

/**
 * Returns what a private address leads to: the quotation with this id, if the page of an enquiry shows it. Undefined for a
 * secret that is unknown or revoked or has ended, and for any other quotation.
 */
export async function findTarget(
  { db, clock }: Pick<SalesDeps, 'db' | 'clock'>,
  { secret, quotationId }: { secret: string; quotationId?: string | undefined },
): Promise<PageTarget | undefined> {
  const target = SECRET.test(secret) ? await findLinkTarget(db, { secret, now: clock() }) : undefined
  if (!target) return undefined
  const path = `/q/${secret}`
  if ('quotationId' in target)
    return quotationId === undefined ? { ...target, base: path, enquiryPath: undefined } : undefined
  if (quotationId === undefined) return { ...target, base: path }
  const shown = await listShownQuotations(db, target)
  if (!shown.some(({ quotation }) => quotation.id === quotationId)) return undefined
  return { quotationId, base: `${path}/quotation/${quotationId}`, enquiryPath: path }
}

/**
 * Returns the quotations of an enquiry with their present issues that the bearer of a link may read, the first one first: if
 * the link was sent by email, those that were issued to the same address.
 */
async function listShownQuotations(
  db: Db,
  { enquiryId, isEmailed }: { enquiryId: string; isEmailed: boolean },
): Promise<{ quotation: StoredQuotation; issue: StoredIssue }[]> {
  if (!isEmailed) return []
  const rows = await listIssuedOfEnquiry(db, enquiryId)
  const sent = await Promise.all(
    rows.map(async ({ email, quotation }) => ({
      email,
      quotation,
      issue: (await listIssues(db, quotation.id))[0]!,
    })),
  )
  return sent.filter(({ email, issue }) => isSameAddress(email, issue.body.buyer?.email))
}

const isSameAddress = (one: string, other = ''): boolean =>
  one !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()

export type EnquiryView = Awaited<ReturnType<typeof loadEnquiryView>>

/** Returns what the status page of an enquiry shows. Throws 404. */
export async function loadEnquiryView(
  { db, site: { contact, company }, today }: SalesContext,
  target: Extract<PageTarget, { enquiryId: string }>,
  {
    origin,
    typed = {},
    errors = {},
  }: { origin: string; typed?: Record<string, string>; errors?: Record<string, string> },
) {
  const enquiry = await getEnquiry(db, { id: target.enquiryId, staff: [], isForVisitor: true })
  const shown = await listShownQuotations(db, target)
  return {
    enquiry,
    /** The address of the page, without the origin. */
    base: target.base,
    /** The complete address of the page. */
    url: `${origin}${target.base}`,
    /** What was sent from the page, the newest first. Its texts contain addresses, which the reader of the email need not know. */
    sent: target.isEmailed ? [] : await listSenderNotes(db, enquiry.id),
    /** What was typed into a form that was not accepted, and what is wrong with it. */
    typed,
    errors,
    /** As in 'We reply within one working day'. */
    replyTime: contact.replyTime,
    contact: company,
    /** Whether the link was sent to the email address in the enquiry; otherwise there are no quotations. */
    isEmailed: target.isEmailed,
    /** The first one first, each with its present issue. */
    quotations: shown.map(({ quotation, issue }) => ({
      path: `${target.base}/quotation/${quotation.id}`,
      quotation,
      issue,
      obstacle: findObstacle(quotation, quotation.issueCount, today),
    })),
  }
}

export type QuotationView = Awaited<ReturnType<typeof loadQuotationView>>

/**
 * Returns what the page of a quotation shows: by default its present issue. Chosen options that it does not have are left out.
 * Throws 404 for an issue that does not exist.
 */
export async function loadQuotationView(
  context: SalesContext,
  target: Extract<PageTarget, { quotationId: string }>,
  {
    origin,
    issueNo,
    chosen,
    typed = {},
    errors = {},
  }: {
    origin: string
    issueNo?: number | undefined
    chosen?: string[] | undefined
    typed?: Record<string, string>
    errors?: Record<string, string>
  },
) {
  const { db, today } = context
  const quotation = await getQuotation(db, target.quotationId)
  const issues = await listIssues(db, quotation.id)
  const index = issues.findIndex((candidate) => candidate.issueNo === (issueNo ?? quotation.issueCount))
  const issue = issues[index]
  if (!issue) throw notFound('Quotation')
  // An earlier issue is compared with the one that replaced it.
  const [after, before] = index === 0 ? [issue, issues[1]] : [issues[index - 1]!, issue]
  const accepted = index === 0 ? quotation.acceptance?.chosen : undefined
  const selected = choose(issue, accepted ?? chosen ?? [])
  const images = issue.body.showPictures ? issue.body.lines.flatMap(({ picture }) => picture || []) : []
  return {
    /** The address of the page, without a slash at its end. */
    base: target.base,
    /** The status page of the enquiry, if the link leads there. */
    enquiryPath: target.enquiryPath,
    quotation,
    /** The newest first, as the events. */
    issues,
    issue,
    events: await listEvents(db, quotation.id),
    /** From the issue before, and for an earlier issue to the present one. */
    differences: before ? compareIssues(before, after) : [],
    obstacle: findObstacle(quotation, quotation.issueCount, today),
    ...selected,
    pictures: await context.media.describe(images, origin),
    files: await context.listDocuments(listItems(issue.body.lines), ''),
    /** How to reach the company today; the issue states how it was then. */
    contact: context.site.company,
    today,
    /** What was typed into a form that was not accepted, and what is wrong with it. */
    typed,
    errors,
  }
}

/** Keeps only the options that can be chosen together. */
function choose(issue: StoredIssue, wanted: string[]): { chosen: string[]; choice: Choice } {
  const chosen = wanted.filter((wish) =>
    issue.body.lines.some(({ key, optional }) => optional && key === wish),
  )
  try {
    return { chosen, choice: calculateChoice(issue, chosen) }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    // Without a line that is ordered, as when all are optional, the issue is shown as it was sent.
    return { chosen: [], choice: { body: withoutOptions(issue), amounts: withoutOptionalAmounts(issue) } }
  }
}

const withoutOptions = ({ body }: StoredIssue) => ({
  ...body,
  lines: body.lines.filter(({ optional }) => !optional),
})

const withoutOptionalAmounts = ({ amounts }: StoredIssue) => ({
  ...amounts,
  lines: amounts.lines.filter(({ optional }) => !optional),
})
