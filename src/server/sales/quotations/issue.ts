import { toBusinessDate } from '#contracts/business-date.ts'
import { formatSeriesNumber, toFinancialYear } from '#contracts/gst/financial-year.ts'
import type { EmailText } from '#contracts/mail/mail.ts'
import { EMAIL_LINK } from '#contracts/quotation/email.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import { withLock } from '#server/database/postgres/locks.ts'
import { subtractDays } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import type { SalesContext } from '../context.ts'
import { advanceStatus } from '../enquiries/commands.ts'
import { calculate, toCompleteBody } from './content/calculation.ts'
import { toSeller } from './content/seller.ts'
import { readAppendix } from './documents/appendix.ts'
import { canEmailBuyer, EMAILS, queueBuyerEmail } from './emails.ts'
import { assertRevision, getQuotation, record, withQuotation } from './record.ts'
import { assertPossible, changedMeanwhile, getMaxDiscount, needsApproval } from './rules.ts'
import { toContentColumns } from './store.ts'
import { insertIssue, listIssues, takeNumber } from './store-issues.ts'
import { createLink } from './store-links.ts'

interface IssueOptions {
  id: string
  revision?: number | undefined
  sendEmail: boolean
  /** What staff have written; by default the usual email. */
  email: EmailText | undefined
  by: Actor
  /** The address of the site. */
  origin: string
}

/**
 * Issues a draft: it gets a number at the first issue, its content is frozen, and the customer gets a link. Number, content,
 * link and email are stored in one transaction, so that numbers have no gaps. A repeated request with the revision that was
 * issued creates nothing but another link. Throws 404; 409 in another state, for another revision and without a necessary
 * approval; 400 if parts are missing or the validity has passed; 503 as `readAppendix`.
 */
export async function issueQuotation(
  context: SalesContext,
  { id, revision, sendEmail, email: written, by, origin }: IssueOptions,
): Promise<{ link: string; isEmailed: boolean }> {
  const { db, now, at, today, site, settings } = context
  if (sendEmail && written && !written.text.includes(EMAIL_LINK)) {
    const message = `Keep ${EMAIL_LINK} in the text: the link to the quotation takes its place.`
    throw badRequest(message, [{ field: 'email.text', message }])
  }
  // Rates and exchange rate are those of the day of the issue.
  const present = await getQuotation(db, id)
  const isUnsent = present.state === 'draft' || present.state === 'awaiting-approval'
  const amounts = isUnsent ? calculate(context, present.body) : undefined
  const appendix = isUnsent ? await readAppendix(context, present.body, origin) : undefined
  const isEmailed = sendEmail && canEmailBuyer(context, present)
  const issue = (connection: typeof db) =>
    withQuotation({ db: connection, at }, { id, by }, async ({ tx, stored }) => {
      const createUrl = async () => `${origin}/q/${await createLink(tx, { quotationId: id }, at)}`
      const [last] = await listIssues(tx, id)
      if (stored.state === 'sent' && revision !== undefined && last?.fromRevision === revision)
        return createUrl()
      await assertRevision(tx, stored, revision)
      // The amounts and the appendix are those of `present`.
      await assertRevision(tx, stored, present.revision)
      assertPossible('issue', stored.state)
      if (!amounts || !appendix) throw changedMeanwhile(undefined)
      const isAboveLimit = needsApproval(context, stored)
      const discount = `${getMaxDiscount(stored.body, site.prices.rupeesPerDollar) / 100} %`
      if (isAboveLimit && !by.permissions.includes('quotations.approve'))
        throw conflict(
          'approval-required',
          `A discount of ${discount} is above the limit of ${settings.approvalDiscountPercent} %. Ask for approval.`,
        )
      const validUntil = stored.body.validUntil ?? toBusinessDate(subtractDays(now, -settings.validDays))
      if (validUntil < today)
        throw badRequest('The last day of validity has passed. Choose a later one.', [
          { field: 'validUntil', message: 'Choose today or a later day.' },
        ])
      const financialYear = toFinancialYear(now)
      const number =
        stored.number ??
        formatSeriesNumber(settings.numberPattern, {
          financialYear,
          counter: await takeNumber(tx, financialYear),
        })
      const issueNo = stored.issueCount + 1
      const body = { ...toCompleteBody(stored.body), validUntil }
      await insertIssue(tx, id, {
        issueNo,
        fromRevision: stored.revision,
        body,
        amounts,
        seller: toSeller(site.company, settings),
        appendix,
        validUntil,
        issuedAt: at,
        by,
      })
      if (body.enquiry) await advanceStatus(tx, { id: body.enquiry, status: 'quoted', by, at })
      const link = await createUrl()
      const issued = { ...stored, number, issueCount: issueNo }
      const mail =
        isEmailed &&
        (await queueBuyerEmail(tx, context, issued, {
          link,
          write: (facts) => EMAILS.issued(facts, { issueNo, validUntil, written }),
        }))
      const texts = isEmailed
        ? 'With an email that contains the link.'
        : 'No email was sent, only the link was created.'
      await record(
        tx,
        issued,
        { by, at },
        {
          event: 'issued',
          action: 'sent',
          text: `${texts}${isAboveLimit ? ` The discount of ${discount} was approved.` : ''}`,
          detail: `${getIssueLabel(issueNo)}${isAboveLimit ? `, discount of ${discount} approved` : ''}`,
          detailKind: 'facts',
          mailId: mail ? mail.id : undefined,
          columns: {
            ...toContentColumns(body, amounts),
            number,
            state: 'sent',
            issue_count: issueNo,
            valid_until: validUntil,
            issued_at: at,
            ...(stored.firstIssuedAt === null && { first_issued_at: at }),
            approved_discount_bp: null,
            state_before_revision: null,
            decided_at: null,
            reason: '',
          },
        },
      )
      return link
    })
  // Issues of all instances take turns: of many that wait for one counter, PostgreSQL would refuse some again and again.
  return { link: await withLock(db, { name: 'numbers of quotations' }, issue), isEmailed }
}
