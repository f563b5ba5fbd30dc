import type { AuditAction, AuditSubject } from '#contracts/audit-log.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Tx } from './db.ts'

export interface NewAuditEntry {
  at: string
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  /** The name at the time of the change. */
  subjectName: string
  /** A short description of the change, without secrets. */
  detail?: string
}

/** Writes one entry of the audit log in the transaction of the change, so that neither is stored without the other. */
export async function writeAuditEntry(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'name'>,
  entry: NewAuditEntry,
): Promise<void> {
  await tx
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
