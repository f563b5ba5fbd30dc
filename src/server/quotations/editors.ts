import { z } from 'zod'
import { QuotationEditors } from '#contracts/quotation-record.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { getQuotation } from './commands.ts'
import type { QuotationDeps } from './deps.ts'

/** Whoever has sent no sign of life for this long has closed the editor. */
const PRESENCE_MS = 60_000

/** Registers the presence of editors: a browser with an open editor repeats the request. */
export function editorRoute(app: Api, { db, clock, guard }: QuotationDeps): void {
  app.put(
    '/:id/editor',
    {
      onRequest: guard.requires('quotations.edit'),
      schema: {
        summary: 'Report that the quotation is open in an editor, and get the others who have it open',
        params: z.object({ id: z.string().max(100) }),
        response: { 200: QuotationEditors },
      },
    },
    async (request) => {
      const { accountId, name } = getActor(request)
      const now = clock()
      const { id, revision } = await getQuotation(db, request.params.id)
      // An API key has no account, and no editor.
      if (accountId) await inTransaction(db, (tx) => storeEditor(tx, { id, accountId, name, at: toIso(now) }))
      const since = toIso(new Date(now.getTime() - PRESENCE_MS))
      return { editors: await listOtherEditors(db, { id, accountId, since }), revision }
    },
  )
}

interface Editor {
  id: string
  accountId: string
  name: string
  at: string
}

async function storeEditor(tx: Tx, { id, accountId, name, at }: Editor): Promise<void> {
  await tx
    .insertInto('quotation_editor')
    .values({ quotation_id: id, account_id: accountId, name, seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['quotation_id', 'account_id']).doUpdateSet({ name, seen_at: at }),
    )
    .execute()
}

async function listOtherEditors(
  db: Db,
  { id, accountId, since }: { id: string; accountId: string | undefined; since: string },
): Promise<QuotationEditors['editors']> {
  return db
    .selectFrom('quotation_editor')
    .select(['account_id as id', 'name'])
    .where('quotation_id', '=', id)
    .where('seen_at', '>=', since)
    .where('account_id', '!=', accountId ?? '')
    .orderBy('name')
    .execute()
}
