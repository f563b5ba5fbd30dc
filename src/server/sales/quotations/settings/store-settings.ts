import { QuotationSettings, type RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import type { Db, Tx } from '#server/database/db.ts'

const SINGLETON_ID = 1

/** Returns the settings of quotations, or the default with the revision 0. */
export async function readQuotationSettings(db: Db): Promise<RevisedQuotationSettings> {
  const row = await db
    .selectFrom('quotation_settings')
    .select(['settings_json', 'revision'])
    .where('id', '=', SINGLETON_ID)
    .executeTakeFirst()
  return {
    settings: QuotationSettings.strip().parse(row ? JSON.parse(row.settings_json) : {}),
    revision: row?.revision ?? 0,
  }
}

/** Replaces the settings. */
export async function writeQuotationSettings(
  tx: Tx,
  { settings, revision }: RevisedQuotationSettings,
  at: string,
): Promise<void> {
  const columns = { settings_json: JSON.stringify(settings), revision, updated_at: at }
  await tx
    .insertInto('quotation_settings')
    .values({ id: SINGLETON_ID, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}
