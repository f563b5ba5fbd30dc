import type { AuditAction } from '#contracts/audit-log.ts'
import type { Enquiry, StaffMember } from '#contracts/enquiry.ts'
import type { EnquiryUpdate, StaffEnquiryBody } from '#contracts/enquiry-management.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { newId } from '#server/kernel/ids.ts'
import { notFound } from '#server/kernel/problem.ts'
import { applyChange, conflictError } from './rules.ts'
import { insertEnquiry, type StoredEnquiry } from './store.ts'
import { findEnquiry } from './store-lists.ts'

/** Who does it, and when. */
export interface AuditContext {
  by: Actor
  at: string
}

/**
 * Gives an enquiry another status, owner or next action. Throws 404, 400 for an owner without an account, and 409 when
 * the change was made on an older revision. One transaction.
 */
export async function updateEnquiry(
  db: Db,
  id: string,
  change: EnquiryUpdate,
  { by, at, staff }: AuditContext & { staff: StaffMember[] },
): Promise<Enquiry> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('enquiry')
      .select(['first_name', 'last_name', 'status', 'owner_id', 'next_action_on', 'revision'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('Enquiry')
    if (change.revision !== undefined && change.revision !== row.revision) {
      throw conflictError(await findLastChange(transaction, id))
    }
    const before = { status: row.status, ownerId: row.owner_id, nextActionOn: row.next_action_on }
    const after = applyChange(before, change, staff)
    if (after) {
      const { status, ownerId, nextActionOn } = after.state
      await transaction
        .updateTable('enquiry')
        .set({ status, owner_id: ownerId, next_action_on: nextActionOn, revision: row.revision + 1 })
        .where('id', '=', id)
        .execute()
      await auditEnquiry(transaction, { by, at }, 'changed', id, row, after.detail)
    }
    const changed = await findEnquiry(transaction, id, staff)
    if (!changed) throw notFound('Enquiry')
    return changed
  })
}

/** Adds a note, which stays as it is. Throws 404. One transaction. */
export async function addNote(
  db: Db,
  id: string,
  text: string,
  { by, at }: AuditContext,
): Promise<{ id: string }> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('enquiry')
      .select(['first_name', 'last_name'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('Enquiry')
    const note = { id: newId(), enquiry_id: id, at, account_id: by.accountId ?? null, by_name: by.name, text }
    await transaction.insertInto('enquiry_note').values(note).execute()
    await auditEnquiry(transaction, { by, at }, 'noted', id, row)
    return { id: note.id }
  })
}

/** Stores what came by telephone or WhatsApp. One transaction. */
export async function createEnquiry(
  db: Db,
  body: StaffEnquiryBody,
  { by, at }: AuditContext,
): Promise<StoredEnquiry> {
  return inTransaction(db, async (transaction) => {
    const stored = await insertEnquiry(transaction, body, { at, status: body.status })
    if (stored.isNew) {
      const name = { first_name: body.firstName, last_name: body.lastName }
      await auditEnquiry(transaction, { by, at }, 'created', stored.id, name, `entered as ${body.status}`)
    }
    return stored
  })
}

/** Notes in the log that all these enquiries were taken out of the house. */
export async function recordExport(db: Db, { by, at }: AuditContext, detail: string): Promise<void> {
  await writeAuditEntry(db, by, {
    at,
    action: 'exported',
    subject: 'enquiry',
    subjectId: '',
    subjectName: 'Enquiries',
    detail,
  })
}

async function findLastChange(db: Db, id: string): Promise<{ by: string; detail: string } | undefined> {
  return db
    .selectFrom('audit_log')
    .select(['by_name as by', 'detail'])
    .where('subject', '=', 'enquiry')
    .where('subject_id', '=', id)
    .where('action', '=', 'changed')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

async function auditEnquiry(
  db: Db,
  { by, at }: AuditContext,
  action: AuditAction,
  id: string,
  person: { first_name: string; last_name: string },
  detail = '',
): Promise<void> {
  const subjectName = `${person.first_name} ${person.last_name}`.trim()
  await writeAuditEntry(db, by, { at, action, subject: 'enquiry', subjectId: id, subjectName, detail })
}
