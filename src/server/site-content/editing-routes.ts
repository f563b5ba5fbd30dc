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
}

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
      await saveContent(deps, request, request.body)
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

/** Saves the document and deletes the draft. Throws 400 for missing pictures, and 409 for an older revision. */
async function saveContent(
  { db, clock, events, media }: EditingDeps,
  request: FastifyRequest,
  body: SiteContentBody,
): Promise<void> {
  const actor = getActor(request)
  const origin = request.siteOrigin
  const content = withMediaIds(media, body.content, origin)
  await assertPicturesExist(media, content, origin)
  await inTransaction(db, async (tx) => {
    const before = await readSiteContent(tx)
    if (before.revision !== body.revision) throw conflictError(await findLastChange(tx))
    await deleteDraft(tx, getAccountId(actor))
    const changed = listChangedSections(before.content, content)
    if (changed.length === 0) return
    const at = toIso(clock())
    const { revision } = before
    if (!(await replaceSiteContent(tx, content, { revision, at }))) throw conflictError(undefined)
    await writeAuditEntry(tx, actor, {
      at,
      action: 'changed',
      ...SETTINGS_SUBJECT,
      detail: changed.join(', '),
    })
  })
  events.emit('content-changed')
}
