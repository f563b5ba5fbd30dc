import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addTradeWord, TradeWordBody } from '#contracts/catalogue/trade-words.ts'
import { EditedSiteContent, SiteContentBody, SiteContentDraft } from '#contracts/site-content/site-content.ts'
import { validateSiteContent } from '#contracts/site-content/validate-site-content.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { describeNumbers } from './automatic-numbers.ts'
import type { EditingDeps } from './deps.ts'
import { assertSpecificationsExist } from './job-questions.ts'
import { assertPicturesExist, withMediaIds, withPictureUrls } from './pictures.ts'
import { saveContent } from './save-content.ts'
import { deleteDraft, findDraft, findLastChange, readSiteContent, writeDraft } from './store.ts'

/** Registers the editing of the site content: one document with revisions, and one draft per account. */
export function editingRoutes(app: FastifyInstance, deps: EditingDeps): void {
  const { db, clock, guard, media } = deps
  const route = createRouter(app, { guard, tag: 'site' })

  route(
    'GET /api/site-content/edited',
    {
      permission: 'settings.edit',
      summary: 'Get the site content with its revision and your draft',
      reply: EditedSiteContent,
    },
    ({ actor, siteOrigin }) => getEditedContent(deps, actor, siteOrigin),
  )

  route(
    'PUT /api/site-content',
    {
      permission: 'settings.edit',
      summary: 'Save the site content; 409 when it was saved after the given revision',
      body: SiteContentBody,
      reply: EditedSiteContent,
    },
    async ({ actor, body: { content: sent, revision }, siteOrigin }) => {
      const content = withMediaIds(media, sent, siteOrigin)
      await assertPicturesExist(media, content, siteOrigin)
      await assertSpecificationsExist(deps, content)
      await saveContent(deps, actor, { content, revision, action: 'changed' })
      return getEditedContent(deps, actor, siteOrigin)
    },
  )

  route(
    'POST /api/site-content/trade-words',
    {
      permission: 'settings.edit',
      summary: 'Add what customers call a thing to its other names',
      body: TradeWordBody,
      reply: z.object({ tradeWords: z.array(z.string()) }),
    },
    async ({ actor, body }) => {
      const { content, revision } = await readSiteContent(db)
      const search = { tradeWords: addTradeWord(content.search.tradeWords, body) }
      const changed = { ...content, search }
      const error = validateSiteContent(changed).find(({ field }) => field.startsWith('search.'))
      if (error) throw badRequest(error.message)
      await saveContent(deps, actor, { content: changed, revision, action: 'changed', keepsDraft: true })
      return search
    },
  )

  route(
    'PUT /api/site-content/draft',
    {
      permission: 'settings.edit',
      summary: 'Save your draft; /?preview=draft shows it to you only',
      body: z.object({ content: SiteContentDraft }),
      reply: z.object({ updatedAt: z.string() }),
    },
    async ({ actor, body, siteOrigin }) => {
      const content = withMediaIds(media, body.content, siteOrigin)
      const at = toIso(clock())
      await inTransaction(db, (tx) => writeDraft(tx, getAccountId(actor), { content, at }))
      return { updatedAt: at }
    },
  )

  route(
    'DELETE /api/site-content/draft',
    {
      permission: 'settings.edit',
      summary: 'Discard your draft',
      reply: z.object({ message: z.string() }),
    },
    async ({ actor }) => {
      await inTransaction(db, (tx) => deleteDraft(tx, getAccountId(actor)))
      return { message: 'Draft discarded.' }
    },
  )
}

/** API keys cannot have the permission (contracts/account/permission.ts), so there is always an account. */
const getAccountId = ({ accountId }: Actor): string => accountId ?? ''

async function getEditedContent(
  { db, media, readNumbers }: EditingDeps,
  actor: Actor,
  origin: string,
): Promise<EditedSiteContent> {
  const [stored, draft, lastChange, numbers] = await Promise.all([
    readSiteContent(db),
    findDraft(db, getAccountId(actor)),
    findLastChange(db),
    readNumbers(),
  ])
  return {
    ...stored,
    content: await withPictureUrls(media, stored.content, origin),
    lastChange: lastChange ?? null,
    automatic: describeNumbers(numbers),
    draft: draft ? { ...draft, content: await withPictureUrls(media, draft.content, origin) } : null,
  }
}
