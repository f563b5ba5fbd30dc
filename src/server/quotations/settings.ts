import type { RevisedQuotationSettings } from '#contracts/quotation-settings.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { conflict } from '#server/kernel/problem.ts'
import type { QuotationDeps } from './deps.ts'
import { readQuotationSettings, writeQuotationSettings } from './store-settings.ts'

/** Replaces the settings of quotations and returns them with the next revision. Throws 409 for another revision. */
export function changeSettings(
  { db, clock }: Pick<QuotationDeps, 'db' | 'clock'>,
  { settings, revision }: RevisedQuotationSettings,
  by: Actor,
): Promise<RevisedQuotationSettings> {
  const at = toIso(clock())
  return inTransaction(db, async (tx) => {
    const stored = await readQuotationSettings(tx)
    if (stored.revision !== revision)
      throw conflict('changed-meanwhile', 'Someone else changed these settings while you were editing them.')
    const changed = { settings, revision: revision + 1 }
    await writeQuotationSettings(tx, changed, at)
    await writeAuditEntry(tx, by, {
      at,
      action: 'changed',
      subject: 'settings',
      subjectId: 'quotations',
      subjectName: 'Quotations',
    })
    return changed
  })
}
