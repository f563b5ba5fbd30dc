import { toFinancialYear } from '#contracts/gst/financial-year.ts'
import type { QuotationSettings, RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Tx } from '#server/database/db.ts'
import { withLock } from '#server/database/postgres/locks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import type { SalesDeps } from '../../deps.ts'
import { readLastNumber, writeLastNumber } from '../store-issues.ts'
import { readQuotationSettings, writeQuotationSettings } from './store-settings.ts'

type SettingsDeps = Pick<SalesDeps, 'db' | 'clock'>

/** Returns the settings of quotations with the number that the next quotation gets. */
export async function presentSettings({ db, clock }: SettingsDeps): Promise<RevisedQuotationSettings> {
  const last = await readLastNumber(db, toFinancialYear(clock()))
  return { ...(await readQuotationSettings(db)), nextNumber: last + 1 }
}

/**
 * Replaces the settings of quotations, and raises the next number if it is stated. Throws 409 for another revision, and 400 for a PAN
 * that is not that of the GSTIN and for a number that is not above the last one.
 */
export async function changeSettings(
  { db, clock }: SettingsDeps,
  { settings, revision, nextNumber }: RevisedQuotationSettings,
  by: Actor,
): Promise<void> {
  const now = clock()
  const at = toIso(now)
  checkPan(settings)
  const store = async (tx: Tx) => {
    const stored = await readQuotationSettings(tx)
    if (stored.revision !== revision)
      throw conflict('changed-meanwhile', 'Someone else changed these settings while you were editing them.')
    await writeQuotationSettings(tx, { settings, revision: revision + 1 }, at)
    await writeAuditEntry(tx, by, {
      at,
      action: 'changed',
      subject: 'settings',
      subjectId: 'quotations',
      subjectName: 'Quotations',
      detail: nextNumber === undefined ? '' : await raiseNumber(tx, toFinancialYear(now), nextNumber),
    })
  }
  // As issues do, which count the numbers up.
  await withLock(db, { name: 'numbers of quotations' }, (connection) => inTransaction(connection, store))
}

/** Returns what was changed, for the audit log. */
async function raiseNumber(tx: Tx, financialYear: string, nextNumber: number): Promise<string> {
  const last = await readLastNumber(tx, financialYear)
  if (nextNumber <= last) {
    const message = `The next number of ${financialYear} is ${last + 1} already. It can only be raised, because no number may be given twice.`
    throw badRequest(message, [{ field: 'nextNumber', message }])
  }
  await writeLastNumber(tx, financialYear, nextNumber - 1)
  return nextNumber === last + 1 ? '' : `Next number of ${financialYear}: ${last + 1} → ${nextNumber}`
}

/** The third to twelfth characters of a GSTIN are the PAN of its holder. */
function checkPan({ gstin, pan }: QuotationSettings): void {
  const expected = gstin.slice(2, 12)
  if (!gstin || !pan || pan === expected) return
  const message = `This PAN does not belong to the GSTIN, which contains the PAN ${expected}.`
  throw badRequest(message, [{ field: 'settings.pan', message }])
}
