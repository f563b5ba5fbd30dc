import { toBusinessDate } from '#contracts/business-date.ts'
import { formatSeriesNumber, toFinancialYear } from '#contracts/gst/financial-year.ts'
import type { EmailText } from '#contracts/mail.ts'
import { EMAIL_LINK } from '#contracts/quotation/email.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import type { Tx } from '#server/database/db.ts'
import { withLock } from '#server/database/postgres/locks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { assertRevision, calculate, getDefaultValidity, getQuotation, record, toSubject } from './commands.ts'
import { toCompleteBody } from './content/calculation.ts'
import { toSeller } from './content/seller.ts'
import type { QuotationDeps } from './deps.ts'
import { readAppendix } from './documents/appendix.ts'
import { fillQuotationEmail } from './emails.ts'
import { assertPossible, changedMeanwhile, needsApproval } from './rules.ts'
import { readQuotationSettings } from './settings/store-settings.ts'
import { toContentColumns, updateQuotation } from './store.ts'
import { insertIssue, listIssues, takeNumber } from './store-issues.ts'
import { createLink } from './store-links.ts'

interface IssueOptions {
  id: string
  revision?: number | undefined
  sendEmail: boolean
  /** What staff have written; by default the usual email. */
  email: EmailText | undefined
  by: Actor
  /** The address of the site as the request sees it; '' if it must not be used in an email. */
  origin: string
}

/**
 * Issues a draft: it gets a number at the first issue, its content is frozen, and the customer gets a link. Number, content,
 * link and email are stored in one transaction, so that numbers have no gaps. A repeated request with the revision that was
 * issued creates nothing but another link. Throws 404; 409 in another state, for another revision and without a necessary
 * approval; 400 if parts are missing or the validity has passed; 503 as `readAppendix`.
 */
export async function issueQuotation(
  deps: QuotationDeps,
  { id, revision, sendEmail, email, by, origin }: IssueOptions,
): Promise<{ link: string; isEmailed: boolean }> {
  const { db, clock } = deps
  if (sendEmail && email && !email.text.includes(EMAIL_LINK)) {
    const message = `Please keep ${EMAIL_LINK} in the text: the link to the quotation takes its place.`
    throw badRequest(message, [{ field: 'email.text', message }])
  }
  const now = clock()
  const at = toIso(now)
  const { settings } = await readQuotationSettings(db)
  const { company } = await deps.readSite()
  const owners = await deps.listOwners()
  // Rates and exchange rate are those of the day of the issue.
  const present = await getQuotation(db, id)
  const isUnsent = present.state === 'draft' || present.state === 'awaiting-approval'
  const amounts = isUnsent ? await calculate(deps, present.body) : undefined
  const appendix = isUnsent ? await readAppendix(deps, present.body, origin) : undefined
  const site = deps.publicUrl ?? origin
  const to = present.body.buyer?.email
  const isEmailed = sendEmail && Boolean(to && site && deps.sendMail)
  const store = async (tx: Tx) => {
    const stored = await getQuotation(tx, id)
    const [last] = await listIssues(tx, id)
    if (stored.state === 'sent' && revision !== undefined && last?.fromRevision === revision)
      return createLink(tx, { quotationId: id }, at)
    await assertRevision(tx, stored, revision)
    // The amounts and the appendix are those of `present`.
    await assertRevision(tx, stored, present.revision)
    assertPossible('issue', stored.state)
    if (!amounts || !appendix) throw changedMeanwhile(undefined)
    const isApproved = needsApproval(stored, settings.approvalDiscountPercent)
    if (isApproved && !by.permissions.includes('quotations.approve'))
      throw conflict(
        'approval-required',
        `A discount of ${stored.maxDiscount / 100} % is above the limit of ${settings.approvalDiscountPercent} %. Please ask for approval.`,
      )
    const validUntil = stored.body.validUntil ?? getDefaultValidity(now, settings)
    if (validUntil < toBusinessDate(now))
      throw badRequest('The last day of validity has passed. Please choose a later one.', [
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
      seller: toSeller(company, settings),
      appendix,
      validUntil,
      issuedAt: at,
      by,
    })
    await updateQuotation(
      tx,
      stored,
      {
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
      at,
    )
    if (body.enquiry) await deps.advanceEnquiry(tx, { id: body.enquiry, status: 'quoted', by, at })
    const created = await createLink(tx, { quotationId: id }, at)
    let mailId: string | undefined
    if (isEmailed) {
      const replyTo = owners.find(({ id }) => id === stored.ownerId)?.email ?? deps.notifyEmail
      const buyerName = body.buyer?.name ?? ''
      const link = `${site}/q/${created}`
      const facts = { to: to ?? '', number, issueNo, validUntil, link, company, buyerName }
      const filled = fillQuotationEmail(facts, email)
      mailId = await deps.sendMail?.(tx, { ...filled, quotationId: id, ...(replyTo && { replyTo }) }, at)
    }
    await record(
      tx,
      { by, at },
      { ...toSubject(stored), name: number, issueNo },
      {
        event: 'issued',
        action: 'sent',
        text: [
          isEmailed
            ? 'With an email that contains the link.'
            : 'No email was sent, only the link was created.',
          ...(isApproved ? [`The discount of ${stored.maxDiscount / 100} % was approved.`] : []),
        ].join(' '),
        detail: `${getIssueLabel(issueNo)}${isApproved ? `, discount of ${stored.maxDiscount / 100} % approved` : ''}`,
        detailKind: 'facts',
        mailId,
      },
    )
    return created
  }
  // Issues of all instances take turns: of many that wait for one counter, PostgreSQL would refuse some again and again.
  const secret = await withLock(db, 'numbers of quotations', (connection) => inTransaction(connection, store))
  return { link: `${site}/q/${secret}`, isEmailed }
}
