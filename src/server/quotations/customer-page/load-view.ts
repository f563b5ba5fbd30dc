import { toBusinessDate } from '#contracts/business-date.ts'
import type { Db } from '#server/database/db.ts'
import { HttpProblem, notFound } from '#server/kernel/problem.ts'
import { listItems } from '../arrange-lines.ts'
import { type Choice, calculateChoice } from '../choice.ts'
import { getQuotation } from '../commands.ts'
import { compareIssues } from '../compare-issues.ts'
import { type StoredQuotation, toStoredQuotation } from '../store.ts'
import { listEvents } from '../store-events.ts'
import { listIssues, type StoredIssue } from '../store-issues.ts'
import { findLinkTarget } from '../store-links.ts'
import type { CustomerPageDeps } from './deps.ts'
import type { EnquiryView } from './enquiry-view.ts'
import { findObstacle } from './obstacle.ts'
import type { QuotationView } from './quotation-view-data.ts'

/** What a private address leads to. */
export type PageTarget =
  | { enquiryId: string; base: string }
  | { quotationId: string; base: string; enquiryPath: string | undefined }

const SECRET = /^[\w-]{43}$/

/**
 * Returns what a private address leads to: `position` is that of a quotation of an enquiry, from 1. Undefined for a secret
 * that is unknown or revoked, and for a quotation that was never sent.
 */
export async function findTarget(
  db: Db,
  { secret, position }: { secret: string; position?: string | undefined },
): Promise<PageTarget | undefined> {
  const target = SECRET.test(secret) ? await findLinkTarget(db, secret) : undefined
  if (!target) return undefined
  const path = `/q/${secret}`
  if ('quotationId' in target)
    return position === undefined ? { ...target, base: path, enquiryPath: undefined } : undefined
  if (position === undefined) return { ...target, base: path }
  const quotations = await listSentQuotations(db, target.enquiryId)
  const quotation = /^\d{1,3}$/.test(position) ? quotations[Number(position) - 1] : undefined
  return quotation && { quotationId: quotation.id, base: `${path}/quotation/${position}`, enquiryPath: path }
}

/** Returns the quotations of an enquiry that were sent at least once, the first one first. */
async function listSentQuotations(db: Db, enquiryId: string): Promise<StoredQuotation[]> {
  const rows = await db
    .selectFrom('quotation')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .where('issue_count', '>', 0)
    .orderBy('first_issued_at')
    .orderBy('id')
    .execute()
  return rows.map(toStoredQuotation)
}

/** Returns what the status page of an enquiry shows. Throws 404. */
export async function loadEnquiryView(
  { db, clock, findEnquiry, readSite }: CustomerPageDeps,
  { enquiryId, base }: { enquiryId: string; base: string },
): Promise<EnquiryView> {
  const { contact, company } = await readSite()
  const enquiry = await findEnquiry(enquiryId)
  if (!enquiry) throw notFound('Enquiry')
  const quotations = await listSentQuotations(db, enquiryId)
  const today = toBusinessDate(clock())
  const lastIssues = await Promise.all(quotations.map(async ({ id }) => (await listIssues(db, id))[0]!))
  return {
    enquiry,
    replyTime: contact.replyTime,
    contact: company,
    quotations: quotations.map((quotation, index) => ({
      path: `${base}/quotation/${index + 1}`,
      quotation,
      issue: lastIssues[index]!,
      obstacle: findObstacle(quotation, quotation.issueCount, today),
    })),
  }
}

/**
 * Returns what the page of a quotation shows: by default its present issue. Chosen options that it does not have are left out.
 * Throws 404 for an issue that does not exist.
 */
export async function loadQuotationView(
  deps: CustomerPageDeps,
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
): Promise<QuotationView> {
  const { db, clock } = deps
  const today = toBusinessDate(clock())
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
    base: target.base,
    enquiryPath: target.enquiryPath,
    quotation,
    issues,
    issue,
    events: await listEvents(db, quotation.id),
    differences: before ? compareIssues(before, after) : [],
    obstacle: findObstacle(quotation, quotation.issueCount, today),
    ...selected,
    pictures: await deps.media.describe(images, origin),
    files: await deps.listDocuments(listItems(issue.body.lines), ''),
    contact: (await deps.readSite()).company,
    today,
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
