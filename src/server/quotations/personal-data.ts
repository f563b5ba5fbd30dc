import type { DraftBody } from '#contracts/quotation.ts'
import { DECLINE_REASONS, type QuotationEventKind } from '#contracts/quotation-states.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { conflict } from '#server/kernel/problem.ts'
import { getQuotation } from './commands.ts'
import { toHundredths } from './gst/money.ts'
import { type StoredQuotation, toContentColumns, toStoredQuotation } from './store.ts'
import { listEvents } from './store-events.ts'
import { listIssues } from './store-issues.ts'

/** Returns the quotations of a customer with their issues and events. */
export async function exportQuotations(db: Db, customerId: string) {
  const rows = await db.selectFrom('quotation').selectAll().where('customer_id', '=', customerId).execute()
  return Promise.all(
    rows.map(toStoredQuotation).map(async ({ id, number, state, body, amounts, acceptance, createdAt }) => ({
      id,
      number,
      state,
      createdAt,
      body,
      amounts,
      acceptance,
      issues: (await listIssues(db, id)).map(({ issueNo, issuedAt, validUntil, body, amounts }) => ({
        issueNo,
        issuedAt,
        validUntil,
        body,
        amounts,
      })),
      events: await listEvents(db, id),
    })),
  )
}

interface Erasure {
  /** What replaces the name of the person. */
  name: string
  at: string
}

/** Erases the person from the quotations of a customer, as `eraseQuotation` does. */
export async function eraseBuyer(
  tx: Tx,
  { customerId, ...erasure }: Erasure & { customerId: string },
): Promise<void> {
  const rows = await tx.selectFrom('quotation').selectAll().where('customer_id', '=', customerId).execute()
  for (const stored of rows.map(toStoredQuotation)) await eraseStored(tx, stored, erasure)
}

/**
 * Erases the person from a quotation without a customer. A draft that was never issued is deleted. An issued one is kept,
 * because accounts have to be: company, GSTIN and addresses of a company stay; subject and reference of the buyer, which may
 * name the person, do not. Its PDF files are created again without them. Returns its number; null of a draft. Throws 404, and
 * 409 for one with a customer, whose data are erased as a whole.
 */
export async function eraseQuotation(
  tx: Tx,
  { id, ...erasure }: Erasure & { id: string },
): Promise<string | null> {
  const stored = await getQuotation(tx, id)
  if (stored.customerId)
    throw conflict(
      'has-customer',
      'This quotation belongs to a customer. Erase the personal data of the customer: that includes this quotation.',
    )
  await eraseStored(tx, stored, erasure)
  return stored.number
}

async function eraseStored(tx: Tx, stored: StoredQuotation, { name, at }: Erasure): Promise<void> {
  const { id, acceptance, body } = stored
  await redactAuditLog(tx, stored, name)
  await deleteEmails(tx, body.buyer?.email)
  if (stored.issueCount === 0) {
    await tx.deleteFrom('quotation').where('id', '=', id).execute()
    return
  }
  await tx
    .updateTable('quotation')
    .set({
      ...toContentColumns(redact(body, name), stored.amounts),
      ...(acceptance && { total_paise: toHundredths(acceptance.totals.total) }),
      acceptance_json: acceptance && JSON.stringify({ ...acceptance, name, position: '' }),
      // Reports count the reasons that customers choose. Others are texts of staff.
      reason: (DECLINE_REASONS as readonly string[]).includes(stored.reason) ? stored.reason : '',
      revision: stored.revision + 1,
      request_key: null,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
  for (const issue of await listIssues(tx, id)) {
    await deleteEmails(tx, issue.body.buyer?.email)
    await tx
      .updateTable('quotation_issue')
      .set({ body_json: JSON.stringify(redact(issue.body, name)) })
      .where('quotation_id', '=', id)
      .where('issue_no', '=', issue.issueNo)
      .execute()
  }
  await tx
    .updateTable('quotation_event')
    .set({ by_name: name, text: '' })
    .where('quotation_id', '=', id)
    .where('account_id', 'is', null)
    .execute()
  await tx
    .updateTable('quotation_event')
    .set({ text: '' })
    .where('quotation_id', '=', id)
    .where('kind', 'in', KINDS_WITH_FREE_TEXT)
    .execute()
  await tx.deleteFrom('quotation_document').where('quotation_id', '=', id).execute()
  await tx.deleteFrom('private_link').where('quotation_id', '=', id).execute()
}

/** Deletes the emails to an address, and those of staff to which a reply goes there: they name the person. */
async function deleteEmails(tx: Tx, address: string | undefined): Promise<void> {
  if (!address) return
  await tx
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('to_address', '=', address), eb('reply_to', '=', address)]))
    .execute()
}

/** Events of staff whose text they wrote themselves. */
const KINDS_WITH_FREE_TEXT = [
  'answered',
  'email-sent',
  'withdrawn',
  'revised',
  'revision-discarded',
  'approval-requested',
  'approved',
  'approval-refused',
  'confirmed',
  'purchase-order-added',
] as const satisfies QuotationEventKind[]

/** Replaces the name of a person as the subject and as the one who acted, and removes what was written about them. */
async function redactAuditLog(
  tx: Tx,
  { id, number, body }: Pick<StoredQuotation, 'id' | 'number' | 'body'>,
  name: string,
): Promise<void> {
  const entries = () =>
    tx.updateTable('audit_log').where('subject', '=', 'quotation').where('subject_id', '=', id)
  await entries().set({ detail: '' }).where('detail_kind', '=', 'text').execute()
  await entries()
    .set({ by_name: name })
    .where('account_id', 'is', null)
    .where('action', 'in', ['accepted', 'declined', 'noted'])
    .execute()
  await entries()
    .set({ subject_name: number ?? (body.buyer?.company || name) })
    .execute()
}

function redact<Body extends Pick<DraftBody, 'buyer' | 'subject' | 'customerReference'>>(
  body: Body,
  name: string,
): Body {
  const { buyer } = body
  const redacted = { ...body, subject: '', customerReference: '' }
  if (!buyer) return redacted
  const { company, gstin, billingAddress, deliveryAddress } = buyer
  const ofCompany = company
    ? { billingAddress, deliveryAddress }
    : { billingAddress: '', deliveryAddress: '' }
  return { ...redacted, buyer: { name, position: '', company, gstin, email: '', phone: '', ...ofCompany } }
}
