import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EditedSiteContent, SiteContentBody, SiteContentDraft } from '#contracts/site-content.ts'
import { listChangedSections } from '#contracts/validate-site-content.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import { type Actor, type Guard, getActor } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import { assertPicturesExist, type ContentMedia, withMediaIds, withPictureUrls } from './pictures.ts'
import { conflictError, SETTINGS_SUBJECT } from './rules.ts'
import {
  deleteDraft,
  findDraft,
  findLastChange,
  readSiteContent,
  replaceSiteContent,
  writeDraft,
} from './store.ts'

export interface EditingDeps {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
  media: ContentMedia
  publicUrl: string | undefined
}

/** How staff edit the site content: one document, one revision, and a draft for each account. */
export function editingRoutes(app: Api, deps: EditingDeps): void {
  const onRequest = deps.guard.requires('settings.edit')

  app.get(
    '/edited',
    {
      onRequest,
      schema: {
        summary: 'What the site says, with its revision and your unsaved changes',
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
        summary: 'Change what the site says; 409 when somebody saved since `revision`',
        body: SiteContentBody,
        response: { 200: EditedSiteContent },
      },
    },
    async (request) => {
      await saveContent(deps, request, request.body)
      return getEditedContent(deps, request)
    },
  )

  app.put(
    '/draft',
    {
      onRequest,
      schema: {
        summary: 'Keep your unsaved changes; /?preview=draft shows them to you alone',
        body: z.object({ content: SiteContentDraft }),
        response: { 200: z.object({ updatedAt: z.string() }) },
      },
    },
    async (request) => {
      const content = withMediaIds(
        deps.media,
        request.body.content,
        getRequestOrigin(request, deps.publicUrl),
      )
      const at = toIso(deps.clock())
      await writeDraft(deps.db, getAccountId(getActor(request)), { content, at })
      return { updatedAt: at }
    },
  )

  app.delete(
    '/draft',
    {
      onRequest,
      schema: {
        summary: 'Give up your unsaved changes',
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await deleteDraft(deps.db, getAccountId(getActor(request)))
      return { message: 'Your unsaved changes are gone.' }
    },
  )
}

/** Programs cannot have the permission; see contracts/permission.ts. */
const getAccountId = ({ accountId }: Actor): string => accountId ?? ''

async function getEditedContent(deps: EditingDeps, request: FastifyRequest): Promise<EditedSiteContent> {
  const { db, media } = deps
  const origin = getRequestOrigin(request, deps.publicUrl)
  const [stored, draft, lastChange] = await Promise.all([
    readSiteContent(db),
    findDraft(db, getAccountId(getActor(request))),
    findLastChange(db),
  ])
  return {
    ...stored,
    content: await withPictureUrls(media, stored.content, origin),
    lastChange: lastChange ?? null,
    draft: draft ? { ...draft, content: await withPictureUrls(media, draft.content, origin) } : null,
  }
}

/** Stores the document, all or nothing, unless somebody was faster. Throws 400 and 409. */
async function saveContent(
  { db, clock, events, media, publicUrl }: EditingDeps,
  request: FastifyRequest,
  body: SiteContentBody,
): Promise<void> {
  const actor = getActor(request)
  const origin = getRequestOrigin(request, publicUrl)
  const content = withMediaIds(media, body.content, origin)
  await assertPicturesExist(media, content, origin)
  await inTransaction(db, async (transaction) => {
    const before = await readSiteContent(transaction)
    if (before.revision !== body.revision) throw conflictError(await findLastChange(transaction))
    await deleteDraft(transaction, getAccountId(actor))
    const changed = listChangedSections(before.content, content)
    if (changed.length === 0) return
    const at = toIso(clock())
    const { revision } = before
    if (!(await replaceSiteContent(transaction, content, { revision, at }))) throw conflictError(undefined)
    await writeAuditEntry(transaction, actor, {
      at,
      action: 'changed',
      ...SETTINGS_SUBJECT,
      detail: changed.join(', '),
    })
  })
  events.emit('content-changed')
}
