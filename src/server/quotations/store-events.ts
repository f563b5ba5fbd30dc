import type { QuotationEvent } from '#contracts/quotation-record.ts'
import type { QuotationEventKind } from '#contracts/quotation-states.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { newId } from '#server/kernel/ids.ts'

interface NewEvent {
  quotationId: string
  kind: QuotationEventKind
  at: string
  /** A customer has no account. */
  by: Pick<Actor, 'accountId' | 'name'>
  issueNo: number
  text?: string
}

/** Adds an event to the timeline of a quotation. Events are never changed. */
export async function insertEvent(
  tx: Tx,
  { quotationId, kind, at, by, issueNo, text = '' }: NewEvent,
): Promise<void> {
  await tx
    .insertInto('quotation_event')
    .values({
      id: newId(),
      quotation_id: quotationId,
      kind,
      at,
      account_id: by.accountId ?? null,
      by_name: by.name,
      issue_no: issueNo,
      text,
    })
    .execute()
}

/** Returns the events of a quotation, the newest first. */
export async function listEvents(db: Db, quotationId: string): Promise<QuotationEvent[]> {
  const rows = await db
    .selectFrom('quotation_event')
    .select(['id', 'kind', 'at', 'by_name as by', 'issue_no as issueNo', 'text'])
    .where('quotation_id', '=', quotationId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
}
