import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EditedSiteContent, SiteContentBody, SiteContentDraft } from '#contracts/site-content.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { type Actor, getActor } from '#server/kernel/guard.ts'
import { describeNumbers } from './automatic-numbers.ts'
import type { EditingDeps } from './deps.ts'
import { assertSpecificationsExist } from './job-questions.ts'
import { assertPicturesExist, withMediaIds, withPictureUrls } from './pictures.ts'
import { saveContent } from './save-content.ts'
import { deleteDraft, findDraft, findLastChange, readSiteContent, writeDraft } from './store.ts'

/** Registers the editing of the site content: one document with revisions, and one draft per account. */
export function editingRoutes(app: Api, deps: EditingDeps): void {
  const onRequest = deps.guard.requires('settings.edit')

  app.get(
    '/edited',
    {
      onRequest,
      schema: {
        summary: 'Get the site content with its revision and your draft',
        response: { 200: EditedSiteContent },
      },
    },
    async (request) => getEditedContent(deps, request),
  )

  app.put(
    '',
    {
      onRequest,
      schema: {
        summary: 'Save the site content; 409 when it was saved after the given revision',
        body: SiteContentBody,
        response: { 200: EditedSiteContent },
      },
    },
    async (request) => {
      const { revision } = request.body
      const content = withMediaIds(deps.media, request.body.content, request.siteOrigin)
      await assertPicturesExist(deps.media, content, request.siteOrigin)
      await assertSpecificationsExist(deps, content)
      await saveContent(deps, getActor(request), { content, revision, action: 'changed' })
      return getEditedContent(deps, request)
    },
  )

  app.put(
    '/draft',
    {
      onRequest,
      schema: {
        summary: 'Save your draft; /?preview=draft shows it to you only',
        body: z.object({ content: SiteContentDraft }),
        response: { 200: z.object({ updatedAt: z.string() }) },
      },
    },
    async (request) => {
      const content = withMediaIds(deps.media, request.body.content, request.siteOrigin)
      const at = toIso(deps.clock())
      const accountId = getAccountId(getActor(request))
      await inTransaction(deps.db, (tx) => writeDraft(tx, accountId, { content, at }))
      return { updatedAt: at }
    },
  )

  app.delete(
    '/draft',
    {
      onRequest,
      schema: {
        summary: 'Discard your draft',
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const accountId = getAccountId(getActor(request))
      await inTransaction(deps.db, (tx) => deleteDraft(tx, accountId))
      return { message: 'Draft discarded.' }
    },
  )
}

/** API keys cannot have the permission (contracts/permission.ts), so there is always an account. */
const getAccountId = ({ accountId }: Actor): string => accountId ?? ''

async function getEditedContent(deps: EditingDeps, request: FastifyRequest): Promise<EditedSiteContent> {
  const { db, media } = deps
  const origin = request.siteOrigin
  const [stored, draft, lastChange, numbers] = await Promise.all([
    readSiteContent(db),
    findDraft(db, getAccountId(getActor(request))),
    findLastChange(db),
    deps.readNumbers(),
  ])
  return {
    ...stored,
    content: await withPictureUrls(media, stored.content, origin),
    lastChange: lastChange ?? null,
    automatic: describeNumbers(numbers),
    draft: draft ? { ...draft, content: await withPictureUrls(media, draft.content, origin) } : null,
  }
}
