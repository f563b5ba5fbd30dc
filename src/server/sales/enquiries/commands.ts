import type { AuditAction } from '#contracts/account/audit-log.ts'
import type { Enquiry, EnquiryBody } from '#contracts/enquiry/enquiry.ts'
import type { EnquiryUpdate, StaffEnquiryBody } from '#contracts/enquiry/management.ts'
import { ENQUIRY_STATUS_LABELS, isClosed } from '#contracts/enquiry/status.ts'
import type { EmailBody } from '#contracts/mail/mail.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { subtractDays, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict, notFound } from '#server/kernel/http/problem.ts'
import type { Author, SalesContext } from '../context.ts'
import type { SalesDeps } from '../deps.ts'
import {
  type ConfirmingCompany,
  createConfirmationEmail,
  MAX_CONFIRMATIONS_PER_DAY,
} from '../emails/confirmation-email.ts'
import { queueStaffEmail } from '../emails/email-to-customer.ts'
import { createNotificationEmail, createSenderNoteEmail } from '../emails/notification-email.ts'
import { findOwnerAddress } from '../quotations/emails.ts'
import { moveQuotations } from '../quotations/store.ts'
import { createLink, hasRevokedLink } from '../quotations/store-links.ts'
import { applyUpdate, conflictError, type OwnerCandidate } from './rules.ts'
import {
  countRecentEnquiries,
  findLastChange,
  findStoredEnquiry,
  insertEnquiry,
  insertNote,
  listSenderNotes,
  moveEnquiry,
  SENDER,
  type StoredEnquiry,
  updateEnquiryState,
} from './store.ts'
import { confirmCustomer, createCustomerOf, deleteCustomer, hasOtherEnquiries } from './store-assignment.ts'
import { getEnquiry } from './store-lists.ts'

/** Who makes a change, and when (UTC). */
export interface AuditContext {
  by: Actor
  at: string
}

/** A request that is repeated later gets no further link. */
const REPETITION_MINUTES = 60

/**
 * Stores an enquiry, creates the link to its status page, and queues the notification of staff and the confirmation to the
 * buyer in the same transaction. The confirmation has a link of its own, because only whoever reads it may see quotations. See
 * `insertEnquiry` for errors.
 */
export async function receiveEnquiry(
  deps: SalesDeps,
  enquiry: EnquiryBody,
): Promise<{ id: string; reference: string; statusPath?: string }> {
  const { db, clock, sendMail } = deps
  const at = toIso(clock())
  const site = sendMail && (await deps.readSite())
  const company = site && { ...site.company, replyTime: site.contact.replyTime }
  const notice = await deps.describeShownNotice(enquiry.notice)
  return inTransaction(db, async (tx) => {
    const stored = await insertEnquiry(tx, { enquiry, at, notice })
    const { id, reference } = stored
    if (stored.isNew && company) await queueEmails(tx, deps, { enquiry, stored, company, at })
    if (!stored.isNew && !(await mayGetFurtherLink(tx, clock(), stored))) return { id, reference }
    const secret = await createLink(tx, { enquiryId: id, isEmailed: false }, at)
    return { id, reference, statusPath: `/q/${secret}` }
  })
}

const mayGetFurtherLink = async (tx: Tx, now: Date, { id, createdAt }: StoredEnquiry): Promise<boolean> =>
  createdAt > toIso(subtractMinutes(now, REPETITION_MINUTES)) && !(await hasRevokedLink(tx, id))

async function queueEmails(
  tx: Tx,
  { publicUrl, sendMail, notifyEmail }: SalesDeps,
  {
    enquiry,
    stored,
    company,
    at,
  }: { enquiry: EnquiryBody; stored: StoredEnquiry; company: ConfirmingCompany; at: string },
): Promise<void> {
  // Without PUBLIC_URL the origin would come from the request's Host header, which the sender can set to another site.
  const customerUrl = publicUrl && `${publicUrl}/admin/customers/${stored.customerId}#${stored.reference}`
  const enquiryId = stored.id
  if (notifyEmail) {
    const notification = createNotificationEmail({ to: notifyEmail, enquiry, stored, customerUrl })
    await sendMail?.(tx, { ...notification, enquiryId }, at)
  }
  const since = toIso(subtractDays(new Date(at), 1))
  if ((await countRecentEnquiries(tx, { email: enquiry.email, since })) > MAX_CONFIRMATIONS_PER_DAY) return
  const target = { enquiryId, isEmailed: true }
  const statusUrl = publicUrl && `${publicUrl}/q/${await createLink(tx, target, at)}`
  const confirmation = createConfirmationEmail({ enquiry, stored, company, statusUrl, replyTo: notifyEmail })
  if (confirmation) await sendMail?.(tx, { ...confirmation, enquiryId }, at)
}

/**
 * Changes status, owner or follow-up date of an enquiry and returns it. Throws 404, 400 for an owner who may not edit enquiries,
 * and 409 when `update.revision` is not the stored one.
 */
export function updateEnquiry(
  db: Db,
  {
    id,
    update,
    staff,
    ...context
  }: AuditContext & { id: string; update: EnquiryUpdate; staff: OwnerCandidate[] },
): Promise<Enquiry> {
  return inTransaction(db, async (tx) => {
    const stored = await getStoredEnquiry(tx, id)
    if (update.revision !== undefined && update.revision !== stored.revision) {
      throw conflictError(await findLastChange(tx, id))
    }
    const result = applyUpdate(stored, update, staff)
    if (result) {
      await updateEnquiryState(tx, { id, state: result.state, revision: stored.revision + 1 })
      await auditEnquiry(tx, context, { action: 'changed', id, name: stored.name, detail: result.detail })
    }
    return getEnquiry(tx, { id, staff })
  })
}

/**
 * Assigns an enquiry with its quotations to a customer, or with null to one of its own, and returns it. Its contact details stay
 * as they were entered, and so do those of the customer. A customer without other enquiries is deleted. Throws 404, and 400 for
 * an unknown customer.
 */
export function assignEnquiry(
  db: Db,
  {
    id,
    customer,
    staff,
    ...context
  }: AuditContext & { id: string; customer: string | null; staff: OwnerCandidate[] },
): Promise<Enquiry> {
  return inTransaction(db, async (tx) => {
    const stored = await getStoredEnquiry(tx, id)
    const from = stored.customerId
    const isOnly = !(await hasOtherEnquiries(tx, { customerId: from, enquiryId: id }))
    const to = customer ?? (isOnly ? from : await createCustomerOf(tx, id, context.at))
    if (!(await confirmCustomer(tx, to))) throw badRequest('There is no customer with this id.')
    if (to !== from) {
      await moveEnquiry(tx, { id, customerId: to, revision: stored.revision + 1 })
      await moveQuotations(tx, { enquiryId: id }, to)
      if (isOnly) {
        await moveQuotations(tx, { customerId: from }, to)
        await deleteCustomer(tx, from)
      }
    }
    const detail = customer === null ? 'customer of its own' : 'assigned to a customer'
    await auditEnquiry(tx, context, { action: 'changed', id, name: stored.name, detail })
    return getEnquiry(tx, { id, staff })
  })
}

/** Sets the status of an enquiry that is neither won nor lost, because of an email or a quotation. */
export async function advanceStatus(
  tx: Tx,
  { id, status, by, at }: { id: string; status: 'contacted' | 'quoted' | 'won'; by: Author; at: string },
): Promise<void> {
  const stored = await findStoredEnquiry(tx, id)
  if (!stored || stored.status === status || isClosed(stored.status)) return
  await updateEnquiryState(tx, { id, state: { ...stored, status }, revision: stored.revision + 1 })
  const detail = `${ENQUIRY_STATUS_LABELS[stored.status]} → ${ENQUIRY_STATUS_LABELS[status]}`
  await auditEnquiry(tx, { by, at }, { action: 'changed', id, name: stored.name, detail })
}

/** Adds a note and returns its id; notes cannot be changed later. Throws 404. */
export function addNote(
  db: Db,
  { id, text, by, at }: AuditContext & { id: string; text: string },
): Promise<{ id: string }> {
  return inTransaction(db, async (tx) => {
    const stored = await getStoredEnquiry(tx, id)
    const noteId = await insertNote(tx, { enquiryId: id, text, by, at })
    await auditEnquiry(tx, { by, at }, { action: 'noted', id, name: stored.name })
    return { id: noteId }
  })
}

/** Notes from the page of an enquiry in all. Each one is a change, after which the links to the page are valid for longer. */
const MAX_SENDER_NOTES = 10

/**
 * Adds a note that came from the private page of an enquiry, and tells the member of staff who is in charge. Nothing else changes,
 * and nothing is sent to an address in it: nobody has verified who sent it (decision 0222). The last note once more changes
 * nothing. Throws 404, and 409 after ten.
 */
export async function addSenderNote(
  tx: Tx,
  context: SalesContext,
  { id, isEmailed, text: what }: { id: string; isEmailed: boolean; text: string },
): Promise<void> {
  const { at, publicUrl } = context
  const stored = await getStoredEnquiry(tx, id)
  const text = isEmailed
    ? `${what}\nSent with the link in the email to ${stored.email}, whose owner may be somebody else.`
    : what
  const notes = await listSenderNotes(tx, id)
  if (notes[0]?.text === text) return
  if (notes.length >= MAX_SENDER_NOTES)
    throw conflict('too-many-notes', 'You have sent us a lot from this page already. Call or write to us.')
  await insertNote(tx, { enquiryId: id, text, by: SENDER, at })
  await auditEnquiry(tx, { by: SENDER, at }, { action: 'noted', id, name: stored.name })
  const to = findOwnerAddress(context, stored.ownerId)
  const customerUrl = publicUrl && `${publicUrl}/admin/customers/${stored.customerId}#${stored.reference}`
  if (to)
    await context.sendMail?.(
      tx,
      { ...createSenderNoteEmail({ to, stored, text, customerUrl }), enquiryId: id },
      at,
    )
}

/**
 * Queues an email of staff to the customer of an enquiry, stores it as a note, and makes a new enquiry a contacted one. Throws
 * 404, and as `queueStaffEmail`.
 */
export function sendEnquiryEmail(
  deps: SalesDeps,
  { id, email, by, at }: AuditContext & { id: string; email: EmailBody },
): Promise<{ to: string }> {
  return inTransaction(deps.db, async (tx) => {
    const stored = await getStoredEnquiry(tx, id)
    const { to, mailId } = await queueStaffEmail(tx, deps, {
      about: { enquiryId: id },
      recipient: 'This customer',
      to: stored.email,
      email,
      by,
      at,
    })
    if (!mailId) return { to }
    if (stored.status === 'new') await advanceStatus(tx, { id, status: 'contacted', by, at })
    const text = `Email: ${email.subject}\n\n${email.text}`
    await insertNote(tx, { enquiryId: id, text, by, at, mailId })
    return { to }
  })
}

/** Stores an enquiry that staff received by phone or WhatsApp. */
export function createEnquiry(
  db: Db,
  { body, by, at }: AuditContext & { body: StaffEnquiryBody },
): Promise<StoredEnquiry> {
  return inTransaction(db, async (tx) => {
    const stored = await insertEnquiry(tx, { enquiry: body, at, status: body.status, isByStaff: true })
    if (stored.isNew) {
      const name = `${body.firstName} ${body.lastName}`.trim()
      const detail = `entered as ${ENQUIRY_STATUS_LABELS[body.status]}`
      await auditEnquiry(tx, { by, at }, { action: 'created', id: stored.id, name, detail })
    }
    return stored
  })
}

/** Writes to the audit log that enquiries were exported. */
export function recordExport(db: Db, { by, at, detail }: AuditContext & { detail: string }): Promise<void> {
  return inTransaction(db, (tx) =>
    auditEnquiry(tx, { by, at }, { action: 'exported', id: '', name: 'Enquiries', detail }),
  )
}

/** Throws 404. */
export async function getStoredEnquiry(tx: Tx, id: string) {
  const stored = await findStoredEnquiry(tx, id)
  if (!stored) throw notFound('Enquiry')
  return stored
}

/** `detail` names states, members of staff and days. */
function auditEnquiry(
  tx: Tx,
  { by, at }: { by: Author; at: string },
  { action, id, name, detail = '' }: { action: AuditAction; id: string; name: string; detail?: string },
): Promise<void> {
  return writeAuditEntry(tx, by, {
    at,
    action,
    subject: 'enquiry',
    subjectId: id,
    subjectName: name,
    detail,
    detailKind: 'facts',
  })
}
