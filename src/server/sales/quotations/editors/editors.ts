import type { QuotationEditors } from '#contracts/quotation/record.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { SalesDeps } from '../../deps.ts'
import { getQuotation } from '../record.ts'
import { listEditors, storeEditor } from './store-editors.ts'

/** Whoever has sent no sign of life for this long has closed the editor. */
const PRESENCE_MS = 60_000

/** Stores that a quotation is open in a tab, which repeats the report, and returns in which others it is. */
export async function reportEditor(
  { db, clock }: Pick<SalesDeps, 'db' | 'clock'>,
  { id, tab, actor: { accountId, name } }: { id: string; tab: string; actor: Actor },
): Promise<QuotationEditors> {
  const now = clock()
  const { revision } = await getQuotation(db, id)
  const since = toIso(new Date(now.getTime() - PRESENCE_MS))
  // An API key has no account, and no editor.
  if (accountId)
    await inTransaction(db, (tx) =>
      storeEditor(tx, { id, accountId, tab, name, at: toIso(now), removedBefore: since }),
    )
  const rows = await listEditors(db, { id, since })
  const others = rows.filter((row) => row.id !== accountId)
  return {
    // Somebody with several tabs is named once.
    editors: [...new Map(others.map((row) => [row.id, { id: row.id, name: row.name }])).values()],
    isInOtherTab: rows.some((row) => row.id === accountId && row.tab !== tab),
    revision,
  }
}
