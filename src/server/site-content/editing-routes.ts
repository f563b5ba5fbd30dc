import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EditedSiteContent, SiteContentBody, SiteContentDraft } from '#contracts/site-content.ts'
import { changedSections } from '#contracts/site-content-check.ts'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import { type Actor, type Guard, getActor } from '#server/kernel/guard.ts'
import { originOf } from '#server/kernel/http.ts'
import { type ContentMedia, requirePictures, withAddresses, withMediaIds } from './pictures.ts'
import { SETTINGS, staleContent } from './rules.ts'
import {
  deleteDraft,
  findDraft,
  findLastChange,
  readSiteContent,
  replaceSiteContent,
  writeDraft,
} from './store.ts'

export interface EditingParts {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
  media: ContentMedia
  publicUrl: string | undefined
}

/** How staff edit the site content: one document, one revision, and a draft for each account. */
export function editingRoutes(app: Api, parts: EditingParts): void {
  const onRequest = parts.guard.requires('settings.edit')
  const tags = ['site']

  app.get(
    '/api/site-content/edited',
    {
      onRequest,
      schema: {
        tags,
        summary: 'What the site says, with its revision and your unsaved changes',
        response: { 200: EditedSiteContent },
      },
    },
    async (request) => readEdited(parts, request),
  )

  app.put(
    '/api/site-content',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change what the site says; 409 when somebody saved since `revision`',
        body: SiteContentBody,
        response: { 200: EditedSiteContent },
      },
    },
    async (request) => {
      await save(parts, request, request.body)
      return readEdited(parts, request)
    },
  )

  app.put(
    '/api/site-content/draft',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Keep your unsaved changes; /?preview=draft shows them to you alone',
        body: z.object({ content: SiteContentDraft }),
        response: { 200: z.object({ updatedAt: z.string() }) },
      },
    },
    async (request) => {
      const content = withMediaIds(parts.media, request.body.content, originOf(request, parts.publicUrl))
      const at = timestamp(parts.clock())
      await writeDraft(parts.db, accountOf(getActor(request)), { content, at })
      return { updatedAt: at }
    },
  )

  app.delete(
    '/api/site-content/draft',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Give up your unsaved changes',
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await deleteDraft(parts.db, accountOf(getActor(request)))
      return { message: 'Your unsaved changes are gone.' }
    },
  )
}

/** Programs cannot have the permission; see contracts/permission.ts. */
const accountOf = ({ accountId }: Actor): string => accountId ?? ''

async function readEdited(parts: EditingParts, request: FastifyRequest): Promise<EditedSiteContent> {
  const { db, media } = parts
  const origin = originOf(request, parts.publicUrl)
  const [stored, draft, lastChange] = await Promise.all([
    readSiteContent(db),
    findDraft(db, accountOf(getActor(request))),
    findLastChange(db),
  ])
  return {
    ...stored,
    content: await withAddresses(media, stored.content, origin),
    lastChange: lastChange ?? null,
    draft: draft ? { ...draft, content: await withAddresses(media, draft.content, origin) } : null,
  }
}

/** Stores the document, all or nothing, unless somebody was faster. Throws 400 and 409. */
async function save(
  { db, clock, events, media, publicUrl }: EditingParts,
  request: FastifyRequest,
  body: SiteContentBody,
): Promise<void> {
  const actor = getActor(request)
  const origin = originOf(request, publicUrl)
  const content = withMediaIds(media, body.content, origin)
  await requirePictures(media, content, origin)
  await inTransaction(db, async (transaction) => {
    const before = await readSiteContent(transaction)
    if (before.revision !== body.revision) throw staleContent(await findLastChange(transaction))
    await deleteDraft(transaction, accountOf(actor))
    const changed = changedSections(before.content, content)
    if (changed.length === 0) return
    const at = timestamp(clock())
    const { revision } = before
    if (!(await replaceSiteContent(transaction, content, { revision, at }))) throw staleContent(undefined)
    await recordChange(transaction, actor, { at, action: 'changed', ...SETTINGS, detail: changed.join(', ') })
  })
  events.emit('content')
}
