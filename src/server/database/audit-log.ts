import type { AuditDetailKind, AuditLogEntry } from '#contracts/account/audit-log.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Tx } from './db.ts'

/**
 * `subjectName` is the name at the time of the change, `detail` a short description of it without secrets. Its kind is 'text'
 * unless stated, so that an erasure removes what nobody has thought about.
 */
export type NewAuditEntry = Omit<AuditLogEntry, 'id' | 'by' | 'detail'> & {
  detail?: string
  detailKind?: AuditDetailKind
}

/** Writes one entry of the audit log in the transaction of the change, so that neither is stored without the other. */
export const writeAuditEntry = (
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'name'>,
  entry: NewAuditEntry,
): Promise<void> => writeAuditEntries(tx, actor, [entry])

/** Writes entries of the audit log, at most 500, in the transaction of their changes. */
export async function writeAuditEntries(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'name'>,
  entries: NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({
    id: newId(),
    at: entry.at,
    account_id: actor.accountId ?? null,
    by_name: actor.name,
    action: entry.action,
    subject: entry.subject,
    subject_id: entry.subjectId,
    subject_name: entry.subjectName,
    detail: entry.detail ?? '',
    detail_kind: entry.detailKind ?? 'text',
  }))
  await tx.insertInto('audit_log').values(rows).execute()
}
