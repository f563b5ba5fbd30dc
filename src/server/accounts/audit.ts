import type { User } from '#contracts/account/account.ts'
import type { AuditAction } from '#contracts/account/audit-log.ts'
import { countOf } from '#contracts/format.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Tx } from '#server/database/db.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'

interface AccountEvent {
  account: Pick<User, 'id' | 'username'>
  action: AuditAction
  now: Date
  /** Who did it; without it, the account itself. */
  by?: Pick<Actor, 'accountId' | 'name'>
  detail?: string
}

/** ', 2 API keys deleted'; '' for none. */
export const describeDeletedKeys = (count: number): string =>
  count === 0 ? '' : `, ${countOf(count, 'API key')} deleted`

/** Writes to the audit log what happened to an account. */
export function auditAccount(tx: Tx, { account, action, now, by, detail = '' }: AccountEvent): Promise<void> {
  return writeAuditEntry(tx, by ?? { accountId: account.id, name: account.username }, {
    at: toIso(now),
    action,
    subject: 'account',
    subjectId: account.id,
    subjectName: account.username,
    detail,
  })
}
