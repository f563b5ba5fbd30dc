import type { QuotationEvent } from '#contracts/quotation/record.ts'
import type { QuotationEventKind } from '#contracts/quotation/states.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { readDeliveries } from '#server/database/mail-delivery.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { hashSecret, newId } from '#server/kernel/ids.ts'

interface NewEvent {
  quotationId: string
  kind: QuotationEventKind
  at: string
  /** A customer has no account. */
  by: Pick<Actor, 'accountId' | 'name'>
  issueNo: number
  text?: string
  /** Of two events of a quotation with the same key, only the first is added. */
  requestKey?: string | undefined
  /** The email that tells the customer. */
  mailId?: string | undefined
}

/** Adds an event to the timeline of a quotation, and returns false for a repeated one. Events are never changed. */
export async function insertEvent(
  tx: Tx,
  { quotationId, kind, at, by, issueNo, text = '', requestKey, mailId }: NewEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('quotation_event')
    .values({
      id: requestKey === undefined ? newId() : hashSecret(`${quotationId} ${kind} ${requestKey}`),
      quotation_id: quotationId,
      kind,
      at,
      account_id: by.accountId ?? null,
      by_name: by.name,
      issue_no: issueNo,
      text,
      mail_id: mailId ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the events of a quotation, the newest first. */
export async function listEvents(db: Db, quotationId: string): Promise<QuotationEvent[]> {
  const rows = await db
    .selectFrom('quotation_event')
    .select(['id', 'kind', 'at', 'by_name as by', 'issue_no as issueNo', 'text', 'mail_id'])
    .where('quotation_id', '=', quotationId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const deliveries = await readDeliveries(
    db,
    rows.map(({ mail_id }) => mail_id),
  )
  return rows.map(({ mail_id, ...event }) => ({ ...event, email: deliveries.get(mail_id) ?? null }))
}
