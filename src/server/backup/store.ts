import { toFinancialYear } from '#contracts/gst/financial-year.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Deletes all sessions and all links to set a password. */
export async function endSessions(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('session').execute()
    await tx.deleteFrom('account_token').execute()
  })
}

/** So many numbers of quotations are left out for each day since a backup: those given in the meantime are not known. */
const NUMBERS_PER_DAY = 100
const DAY_MS = 86_400_000

/**
 * Raises the series of this financial year by `NUMBERS_PER_DAY` for each day, or part of one, since the backup was made. Returns the
 * number of the next quotation.
 */
export async function skipNumbers(db: Db, { madeAt, now }: { madeAt: string; now: Date }): Promise<number> {
  const financialYear = toFinancialYear(now)
  const days = Math.max(1, Math.ceil((now.getTime() - Date.parse(madeAt)) / DAY_MS))
  const gap = days * NUMBERS_PER_DAY
  const { last_number } = await inTransaction(db, (tx) =>
    tx
      .insertInto('quotation_series')
      .values({ financial_year: financialYear, last_number: gap })
      .onConflict((conflict) =>
        conflict
          .column('financial_year')
          .doUpdateSet((eb) => ({ last_number: eb('quotation_series.last_number', '+', gap) })),
      )
      .returning('last_number')
      .executeTakeFirstOrThrow(),
  )
  return last_number + 1
}
