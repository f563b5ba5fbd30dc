import { findGstState, GST_STATES, type GstState } from '#contracts/gst-states.ts'
import type { RevisedQuotationSettings } from '#contracts/quotation-settings.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { badRequest, conflict } from '#server/kernel/problem.ts'
import type { QuotationDeps } from './deps.ts'
import { readQuotationSettings, writeQuotationSettings } from './store-settings.ts'

/**
 * Replaces the settings of quotations and returns them with the next revision. Throws 409 for another revision, and 400 for a
 * GSTIN of another state than that of the company.
 */
export async function changeSettings(
  { db, clock, readSite }: Pick<QuotationDeps, 'db' | 'clock' | 'readSite'>,
  { settings, revision }: RevisedQuotationSettings,
  by: Actor,
): Promise<RevisedQuotationSettings> {
  const at = toIso(clock())
  const { company } = await readSite()
  checkStateOfGstin(settings.gstin, findGstState(company.address.state))
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

/** The first two digits of a GSTIN are the state in which the company is registered. */
function checkStateOfGstin(gstin: string, state: GstState | undefined): void {
  if (!gstin || !state || gstin.startsWith(state)) return
  const message = `This GSTIN is not one of ${GST_STATES[state]}, the state in the address of the company: it must begin with ${state}.`
  throw badRequest(message, [{ field: 'settings.gstin', message }])
}
