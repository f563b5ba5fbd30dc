import type { DraftBody } from '#contracts/quotation.ts'
import { DECLINE_REASONS, type QuotationEventKind } from '#contracts/quotation-states.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { toHundredths } from './gst/money.ts'
import { toContentColumns, toStoredQuotation } from './store.ts'
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

/**
 * Erases the person from the quotations of a customer. Drafts that were never issued are deleted. Issued ones are kept,
 * because accounts have to be: company, GSTIN and addresses of a company stay. Their PDF files are created again without the
 * name. `name` replaces the person's.
 */
export async function eraseBuyer(
  tx: Tx,
  { customerId, name, at }: { customerId: string; name: string; at: string },
): Promise<void> {
  await redactAuditLog(tx, customerId, name)
  await tx
    .deleteFrom('quotation')
    .where('customer_id', '=', customerId)
    .where('issue_count', '=', 0)
    .execute()
  const rows = await tx.selectFrom('quotation').selectAll().where('customer_id', '=', customerId).execute()
  for (const stored of rows.map(toStoredQuotation)) {
    const { id, acceptance } = stored
    await tx
      .updateTable('quotation')
      .set({
        ...toContentColumns(redact(stored.body, name), stored.amounts),
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
    for (const { issueNo, body } of await listIssues(tx, id))
      await tx
        .updateTable('quotation_issue')
        .set({ body_json: JSON.stringify(redact(body, name)) })
        .where('quotation_id', '=', id)
        .where('issue_no', '=', issueNo)
        .execute()
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
async function redactAuditLog(tx: Tx, customerId: string, name: string): Promise<void> {
  const entries = () =>
    tx
      .updateTable('audit_log')
      .where('subject', '=', 'quotation')
      .where('subject_id', 'in', (eb) =>
        eb.selectFrom('quotation').select('id').where('customer_id', '=', customerId),
      )
  await entries()
    .set({ detail: '' })
    .where('action', 'not in', ['sent', 'created'])
    .where('detail', 'not like', '% → %')
    .execute()
  await entries()
    .set({ by_name: name })
    .where('account_id', 'is', null)
    .where('action', 'in', ['accepted', 'declined', 'noted'])
    .execute()
  const quotations = await tx
    .selectFrom('quotation')
    .selectAll()
    .where('customer_id', '=', customerId)
    .execute()
  for (const { id, number, body } of quotations.map(toStoredQuotation))
    await tx
      .updateTable('audit_log')
      .set({ subject_name: number ?? (body.buyer?.company || name) })
      .where('subject', '=', 'quotation')
      .where('subject_id', '=', id)
      .execute()
}

function redact<Body extends Pick<DraftBody, 'buyer'>>(body: Body, name: string): Body {
  const { buyer } = body
  if (!buyer) return body
  const { company, gstin, billingAddress, deliveryAddress } = buyer
  const ofCompany = company
    ? { billingAddress, deliveryAddress }
    : { billingAddress: '', deliveryAddress: '' }
  return { ...body, buyer: { name, position: '', company, gstin, email: '', phone: '', ...ofCompany } }
}
