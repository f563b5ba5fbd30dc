import type { FastifyInstance } from 'fastify'
import { EditorBody, QuotationEditors } from '#contracts/quotation/record.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { getQuotation } from '../commands.ts'
import type { QuotationDeps } from '../deps.ts'
import { listEditors, storeEditor } from './store-editors.ts'

/** Whoever has sent no sign of life for this long has closed the editor. */
const PRESENCE_MS = 60_000

/** Registers the presence of editors: a browser with an open editor repeats the request. */
export function editorRoute(app: FastifyInstance, { db, clock, guard }: QuotationDeps): void {
  createRouter(app, { guard, tag: 'quotations' })(
    'PUT /api/quotations/:id/editor',
    {
      permission: 'quotations.edit',
      summary: 'Report that the quotation is open in an editor, and get the others who have it open',
      body: EditorBody,
      reply: QuotationEditors,
    },
    async ({ actor: { accountId, name }, params, body }) => {
      const now = clock()
      const { id, revision } = await getQuotation(db, params.id)
      const tab = body?.tab ?? ''
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
