import type { AuditAction, AuditSubject } from '#contracts/audit-log.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Db } from './db.ts'

export interface Change {
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
export async function recordChange(
  db: Db,
  by: Pick<Actor, 'accountId' | 'name'>,
  change: Change,
): Promise<void> {
  await db
    .insertInto('log_entry')
    .values({
      id: newId(),
      at: change.at,
      account_id: by.accountId ?? null,
      by_name: by.name,
      action: change.action,
      subject: change.subject,
      subject_id: change.subjectId,
      subject_name: change.subjectName,
      detail: change.detail ?? '',
    })
    .execute()
}
