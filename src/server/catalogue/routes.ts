import type { FastifyRequest } from 'fastify'
import { FeaturedBody, ItemFields, type Kind, Service, ServiceBody } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { originOf } from '#server/kernel/http.ts'
import { withForm } from '#server/kernel/multipart.ts'
import { invalid } from '#server/kernel/problem.ts'
import type { PublicReads } from '#server/kernel/public-reads.ts'
import type { Timer } from '#server/kernel/timer.ts'
import { type ChangeParts, changeItem, createItem, flagItem } from './changes.ts'
import { findingRoutes } from './finding-routes.ts'
import { listRoute } from './list-route.ts'
import { openLists } from './lists.ts'
import { missesRoutes } from './misses-routes.ts'
import { officeRoutes } from './office-routes.ts'
import { ItemParams, REPLIES, type ReadingParts, readingRoutes, wire } from './reading-routes.ts'
import {
  arrangedImages,
  checkImageCount,
  checkNewFiles,
  draftFromFields,
  draftFromService,
  type ItemDraft,
  isWebAddress,
  parseAddresses,
} from './rules.ts'

export interface CatalogueParts extends ChangeParts, ReadingParts {
  /** The same database for what may take long. */
  reader: Db
  guard: Guard
  reads: PublicReads
  timer?: Timer
  tmpDir: string
  media: ChangeParts['media'] &
    ReadingParts['media'] & {
      toStored(address: string, origin: string, known?: string[]): string
    }
}

/** The catalogue's part of the API (rows API-1 to API-8): the same for the three kinds, but for names and forms. */
export async function catalogueRoutes(app: Api, parts: CatalogueParts): Promise<void> {
  const reading = { ...parts, lists: openLists(parts) }
  findingRoutes(app, reading)
  officeRoutes(app, reading)
  const { note } = missesRoutes(app, parts)
  for (const kind of ['machine', 'spare', 'service'] as const) {
    readingRoutes(app, reading, kind)
    listRoute(app, { ...reading, noteSearch: note }, kind)
    featuredRoute(app, parts, kind)
  }
  formRoutes(app, parts, 'machine')
  formRoutes(app, parts, 'spare')
  serviceRoutes(app, parts)
}

/** PUT with JSON changes the featured flag; a machine or part takes its whole form at the same address (decision 0008). */
function featuredRoute(app: Api, parts: CatalogueParts, kind: Kind): void {
  const { path } = RESOURCES[kind]
  app.put(
    `${path}/:id`,
    {
      onRequest: parts.guard.requires('catalogue.edit'),
      schema: {
        tags: [path],
        summary:
          kind === 'service'
            ? 'Set the featured flag'
            : 'Set the featured flag (JSON) or change the whole item (form)',
        params: ItemParams,
        response: { 200: REPLIES[kind] },
      },
      config:
        kind === 'service' ? { body: FeaturedBody } : { body: FeaturedBody, form: ItemFields, files: true },
    },
    async (request) => {
      const { id } = request.params
      if (kind !== 'service' && request.isMultipart()) return changeByForm(parts, request, kind, id)
      const { featured } = FeaturedBody.parse(request.body)
      const item = await flagItem(parts, getActor(request), { kind, key: id }, featured)
      return wire(parts, originOf(request, parts.publicUrl), kind, item)
    },
  )
}

function formRoutes(app: Api, parts: CatalogueParts, kind: 'machine' | 'spare'): void {
  const { path } = RESOURCES[kind]
  const form = {
    config: { form: ItemFields, files: true },
    onRequest: parts.guard.requires('catalogue.edit'),
  }
  const consumes = ['multipart/form-data']

  app.post(
    path,
    {
      ...form,
      schema: {
        tags: [path],
        summary: 'Create',
        consumes,
        response: { 201: REPLIES[kind] },
      },
    },
    async (request, reply) => reply.code(201).send(await createByForm(parts, request, kind)),
  )
  if (kind === 'machine') return
  app.put(
    `${path}/:id/full`,
    {
      ...form,
      schema: {
        tags: [path],
        summary: 'Change',
        consumes,
        params: ItemParams,
        response: { 200: REPLIES[kind] },
      },
    },
    async (request) => changeByForm(parts, request, kind, request.params.id),
  )
}

function createByForm<K extends 'machine' | 'spare'>(
  parts: CatalogueParts,
  request: FastifyRequest,
  kind: K,
) {
  return withForm(request, parts.tmpDir, async ({ fields, files }) => {
    const read = ItemFields.parse({ name: '', description: '', ...fields })
    const item = await createItem(parts, getActor(request), kind, files, (_, added) => ({
      ...draftFromFields(kind, read),
      images: arrangedImages([], added, undefined),
    }))
    return wire(parts, originOf(request, parts.publicUrl), kind, item)
  })
}

function changeByForm<K extends 'machine' | 'spare'>(
  parts: CatalogueParts,
  request: FastifyRequest,
  kind: K,
  id: string,
) {
  return withForm(request, parts.tmpDir, async ({ fields, files }) => {
    const wanted = fields.existingImages === undefined ? undefined : parseAddresses(fields.existingImages)
    checkNewFiles(wanted ?? [], files.length)
    const { revision } = ItemFields.pick({ revision: true }).parse(fields)
    const target = { kind, key: id, revision: revision === undefined ? undefined : Number(revision) }
    const item = await changeItem(parts, getActor(request), target, files, (before, added) => {
      const read = ItemFields.parse({ name: before.name, description: before.description, ...fields })
      const places = wanted && toStored(parts, request, wanted, before.images)
      return {
        ...draftFromFields(kind, read, before),
        images: arrangedImages(before.images, added, places),
      }
    })
    return wire(parts, originOf(request, parts.publicUrl), kind, item)
  })
}

function serviceRoutes(app: Api, parts: CatalogueParts): void {
  const { path } = RESOURCES.service
  const onRequest = parts.guard.requires('catalogue.edit')
  const schema = { tags: [path], body: ServiceBody }

  app.post(
    path,
    { onRequest, schema: { ...schema, summary: 'Create', response: { 201: Service } } },
    async (request, reply) => {
      const images = await serviceImages(parts, request, request.body.images)
      const item = await createItem(parts, getActor(request), 'service', [], () =>
        draftFromService(request.body, images),
      )
      return reply.code(201).send(await wire(parts, originOf(request, parts.publicUrl), 'service', item))
    },
  )
  app.put(
    `${path}/:id/full`,
    {
      onRequest,
      schema: {
        ...schema,
        summary: 'Change',
        params: ItemParams,
        response: { 200: Service },
      },
    },
    async (request) => {
      const images = await serviceImages(parts, request, request.body.images)
      const change = (before: ItemDraft) => draftFromService(request.body, images, before)
      const target = { kind: 'service', key: request.params.id, revision: request.body.revision } as const
      const item = await changeItem(parts, getActor(request), target, [], change)
      return wire(parts, originOf(request, parts.publicUrl), 'service', item)
    },
  )
}

async function serviceImages(
  parts: CatalogueParts,
  request: FastifyRequest,
  addresses: string[] | undefined,
) {
  if (!addresses) return undefined
  const wrong = addresses.find((address) => !isWebAddress(address))
  if (wrong !== undefined) throw invalid('Every image must be an address that starts with http.')
  checkImageCount('service', addresses.length)
  const images = [...new Set(toStored(parts, request, addresses))]
  const [pictures] = await parts.media.describe([images], originOf(request, parts.publicUrl))
  if (pictures?.length !== images.length)
    throw invalid('One of the images is not stored here. Please upload it again.')
  return images
}

function toStored(
  parts: CatalogueParts,
  request: FastifyRequest,
  addresses: string[],
  known: string[] = [],
): string[] {
  const origin = originOf(request, parts.publicUrl)
  return addresses.map((address) =>
    isWebAddress(address) ? parts.media.toStored(address, origin, known) : address,
  )
}
