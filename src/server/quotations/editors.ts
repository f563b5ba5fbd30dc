import { z } from 'zod'
import { EditorBody, QuotationEditors } from '#contracts/quotation-record.ts'
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
        body: EditorBody,
        response: { 200: QuotationEditors },
      },
    },
    async (request) => {
      const { accountId, name } = getActor(request)
      const now = clock()
      const { id, revision } = await getQuotation(db, request.params.id)
      const tab = request.body?.tab ?? ''
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
    },
  )
}

interface Editor {
  id: string
  accountId: string
  tab: string
  name: string
  at: string
  /** Reports before this time are removed: their tabs are closed. */
  removedBefore: string
}

async function storeEditor(tx: Tx, { id, accountId, tab, name, at, removedBefore }: Editor): Promise<void> {
  await tx
    .deleteFrom('quotation_editor')
    .where('quotation_id', '=', id)
    .where('seen_at', '<', removedBefore)
    .execute()
  await tx
    .insertInto('quotation_editor')
    .values({ quotation_id: id, account_id: accountId, tab_id: tab, name, seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['quotation_id', 'account_id', 'tab_id']).doUpdateSet({ name, seen_at: at }),
    )
    .execute()
}

const listEditors = (db: Db, { id, since }: { id: string; since: string }) =>
  db
    .selectFrom('quotation_editor')
    .select(['account_id as id', 'name', 'tab_id as tab'])
    .where('quotation_id', '=', id)
    .where('seen_at', '>=', since)
    .orderBy('name')
    .execute()
