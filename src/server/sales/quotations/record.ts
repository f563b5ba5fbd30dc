import type { AuditAction, AuditDetailKind } from '#contracts/account/audit-log.ts'
import type { QuotationEventKind } from '#contracts/quotation/states.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import type { Author, SalesContext } from '../context.ts'
import { assertPossible, changedMeanwhile, type StaffAction } from './rules.ts'
import { type Columns, findStoredQuotation, type StoredQuotation, updateQuotation } from './store.ts'
import { insertEvent, listEvents } from './store-events.ts'

/** What staff or a customer have done with a quotation. */
export interface Change {
  event: QuotationEventKind
  action: AuditAction
  /** The text of the event, by default that of the audit log. */
  text?: string
  /** The text of the audit log. */
  detail?: string
  detailKind?: AuditDetailKind
  columns?: Columns | undefined
  /** Of two changes of one kind with the same key, only the first is made. */
  requestKey?: string | undefined
  /** The email that tells the customer. */
  mailId?: string | undefined
}

/** Throws 404. */
export async function getQuotation(db: Db, id: string): Promise<StoredQuotation> {
  const stored = await findStoredQuotation(db, id)
  if (!stored) throw notFound('Quotation')
  return stored
}

/** Throws 409 when a stated revision is not the stored one. */
export async function assertRevision(
  db: Db,
  stored: Pick<StoredQuotation, 'id' | 'revision'>,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === stored.revision) return
  throw changedMeanwhile((await listEvents(db, stored.id))[0]?.by)
}

/** What staff or a customer want to do. */
export interface Intent {
  id: string
  by: Author
}

interface Work {
  tx: Tx
  stored: StoredQuotation
  /** Makes a change, as `record`. */
  change: (change: Change) => Promise<boolean>
}

/** Works on a quotation in one transaction. Throws 404. */
export const withQuotation = <Result>(
  { db, at }: Pick<SalesContext, 'db' | 'at'>,
  { id, by }: Intent,
  work: (work: Work) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (tx) => {
    const stored = await getQuotation(tx, id)
    return work({ tx, stored, change: (change) => record(tx, stored, { by, at }, change) })
  })

/** A decision of staff. */
export interface Decision extends Intent {
  revision?: number | undefined
  /** By default the text of the change. */
  reason?: string | undefined
}

/**
 * Changes a quotation as `work` says. Throws 404, and 409 in a state in which the action is not possible, and for another
 * revision.
 */
export const decide = (
  context: SalesContext,
  { revision, reason = '', ...intent }: Decision,
  action: StaffAction,
  work: (tx: Tx, stored: StoredQuotation) => Promise<Change>,
): Promise<void> =>
  withQuotation(context, intent, async ({ tx, stored, change }) => {
    await assertRevision(tx, stored, revision)
    assertPossible(action, stored.state)
    await change({ detail: reason, ...(await work(tx, stored)) })
  })

/**
 * Makes a change: stores its columns, and writes the event of the timeline and the entry of the audit log. Returns false, and
 * writes nothing, for a repeated request.
 */
export async function record(
  tx: Tx,
  quotation: Pick<StoredQuotation, 'id' | 'number' | 'buyerName' | 'issueCount' | 'revision'>,
  { by, at }: { by: Author; at: string },
  { event, action, detail = '', text = detail, detailKind, columns, requestKey, mailId }: Change,
): Promise<boolean> {
  const { id, number, buyerName, issueCount: issueNo } = quotation
  const added = { quotationId: id, kind: event, at, by, issueNo, text, requestKey, mailId }
  if (!(await insertEvent(tx, added))) return false
  if (columns) await updateQuotation(tx, quotation, columns, at)
  await writeAuditEntry(tx, by, {
    at,
    action,
    subject: 'quotation',
    subjectId: id,
    subjectName: (number ?? buyerName) || 'Quotation',
    detail,
    ...(detailKind && { detailKind }),
  })
  return true
}
