import type { AuditAction, AuditSubject } from '#contracts/audit-log.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Db } from './db.ts'

export interface NewAuditEntry {
  at: string
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  /** As it was called then. */
  subjectName: string
  /** One sentence or less: what became of what. Never a secret. */
  detail?: string
}

/** Writes one line of the log. Runs in the transaction of the change, so that neither is there without the other. */
export async function writeAuditEntry(
  db: Db,
  actor: Pick<Actor, 'accountId' | 'name'>,
  entry: NewAuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: entry.at,
      account_id: actor.accountId ?? null,
      by_name: actor.name,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subjectId,
      subject_name: entry.subjectName,
      detail: entry.detail ?? '',
    })
    .execute()
}
