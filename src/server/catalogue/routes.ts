import type { FastifyRequest } from 'fastify'
import { FeaturedBody, ItemFields, type Kind, Service, ServiceBody } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { badRequest } from '#server/kernel/problem.ts'
import type { Scheduler } from '#server/kernel/scheduler.ts'
import { adminRoutes } from './items/admin-routes.ts'
import { changeItem, createItem, type ItemCommandDeps, setFeatured } from './items/commands.ts'
import {
  ItemParams,
  type ItemReadDeps,
  itemRoutes,
  RESPONSE_SCHEMAS,
  toItemResponse,
} from './items/item-routes.ts'
import {
  arrangeImages,
  checkImageCount,
  checkNewFiles,
  draftFromFields,
  draftFromService,
  type ItemDraft,
  isWebAddress,
  parseAddresses,
} from './items/rules.ts'
import { discoveryRoutes } from './listing/discovery-routes.ts'
import { listRoute } from './listing/list-route.ts'
import { createListService } from './listing/list-service.ts'
import { zeroResultSearchRoutes } from './search/zero-result-searches-routes.ts'

export interface CatalogueDeps extends ItemCommandDeps, ItemReadDeps {
  /** The same database for what may take long. */
  reader: Db
  guard: Guard
  publicReads: PublicReads
  schedule?: Scheduler
  tmpDir: string
  media: ItemCommandDeps['media'] &
    ItemReadDeps['media'] & {
      toStored(address: string, origin: string, known?: string[]): string
    }
}

/** The catalogue's part of the API (rows API-1 to API-8): the same for the three kinds, but for names and forms. */
export async function catalogueRoutes(app: Api, deps: CatalogueDeps): Promise<void> {
  const routeDeps = { ...deps, lists: createListService(deps) }
  discoveryRoutes(app, routeDeps)
  adminRoutes(app, routeDeps)
  const { record: recordSearch } = zeroResultSearchRoutes(app, deps)
  for (const kind of ['machine', 'spare', 'service'] as const) {
    itemRoutes(app, routeDeps, kind)
    listRoute(app, { ...routeDeps, recordSearch: recordSearch }, kind)
    featuredRoute(app, deps, kind)
  }
  formRoutes(app, deps, 'machine')
  formRoutes(app, deps, 'spare')
  serviceRoutes(app, deps)
}

/** PUT with JSON changes the featured flag; a machine or part takes its whole form at the same address (decision 0008). */
function featuredRoute(app: Api, deps: CatalogueDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  app.put(
    `${path}/:id`,
    {
      onRequest: deps.guard.requires('catalogue.edit'),
      schema: {
        tags: [path],
        summary:
          kind === 'service'
            ? 'Set the featured flag'
            : 'Set the featured flag (JSON) or change the whole item (form)',
        params: ItemParams,
        response: { 200: RESPONSE_SCHEMAS[kind] },
      },
      config:
        kind === 'service' ? { body: FeaturedBody } : { body: FeaturedBody, form: ItemFields, files: true },
    },
    async (request) => {
      const { id } = request.params
      if (kind !== 'service' && request.isMultipart()) return changeByForm(deps, request, kind, id)
      const { featured } = FeaturedBody.parse(request.body)
      const item = await setFeatured(deps, getActor(request), { kind, key: id }, featured)
      return toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), kind, item)
    },
  )
}

function formRoutes(app: Api, deps: CatalogueDeps, kind: 'machine' | 'spare'): void {
  const { path } = RESOURCES[kind]
  const formOptions = {
    config: { form: ItemFields, files: true },
    onRequest: deps.guard.requires('catalogue.edit'),
  }
  const consumes = ['multipart/form-data']

  app.post(
    path,
    {
      ...formOptions,
      schema: {
        tags: [path],
        summary: 'Create',
        consumes,
        response: { 201: RESPONSE_SCHEMAS[kind] },
      },
    },
    async (request, reply) => reply.code(201).send(await createByForm(deps, request, kind)),
  )
  if (kind === 'machine') return
  app.put(
    `${path}/:id/full`,
    {
      ...formOptions,
      schema: {
        tags: [path],
        summary: 'Change',
        consumes,
        params: ItemParams,
        response: { 200: RESPONSE_SCHEMAS[kind] },
      },
    },
    async (request) => changeByForm(deps, request, kind, request.params.id),
  )
}

function createByForm<K extends 'machine' | 'spare'>(deps: CatalogueDeps, request: FastifyRequest, kind: K) {
  return withMultipartForm(request, deps.tmpDir, async ({ fields, files }) => {
    const parsed = ItemFields.parse({ name: '', description: '', ...fields })
    const item = await createItem(deps, getActor(request), kind, files, (_, added) => ({
      ...draftFromFields(kind, parsed),
      images: arrangeImages([], added, undefined),
    }))
    return toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), kind, item)
  })
}

function changeByForm<K extends 'machine' | 'spare'>(
  deps: CatalogueDeps,
  request: FastifyRequest,
  kind: K,
  id: string,
) {
  return withMultipartForm(request, deps.tmpDir, async ({ fields, files }) => {
    const requested = fields.existingImages === undefined ? undefined : parseAddresses(fields.existingImages)
    checkNewFiles(requested ?? [], files.length)
    const { revision } = ItemFields.pick({ revision: true }).parse(fields)
    const target = { kind, key: id, revision: revision === undefined ? undefined : Number(revision) }
    const item = await changeItem(deps, getActor(request), target, files, (before, added) => {
      const parsed = ItemFields.parse({ name: before.name, description: before.description, ...fields })
      const storedImages = requested && toStoredImages(deps, request, requested, before.images)
      return {
        ...draftFromFields(kind, parsed, before),
        images: arrangeImages(before.images, added, storedImages),
      }
    })
    return toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), kind, item)
  })
}

function serviceRoutes(app: Api, deps: CatalogueDeps): void {
  const { path } = RESOURCES.service
  const onRequest = deps.guard.requires('catalogue.edit')
  const schema = { tags: [path], body: ServiceBody }

  app.post(
    path,
    { onRequest, schema: { ...schema, summary: 'Create', response: { 201: Service } } },
    async (request, reply) => {
      const images = await resolveServiceImages(deps, request, request.body.images)
      const item = await createItem(deps, getActor(request), 'service', [], () =>
        draftFromService(request.body, images),
      )
      return reply
        .code(201)
        .send(await toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), 'service', item))
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
      const images = await resolveServiceImages(deps, request, request.body.images)
      const buildDraft = (before: ItemDraft) => draftFromService(request.body, images, before)
      const target = { kind: 'service', key: request.params.id, revision: request.body.revision } as const
      const item = await changeItem(deps, getActor(request), target, [], buildDraft)
      return toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), 'service', item)
    },
  )
}

async function resolveServiceImages(
  deps: CatalogueDeps,
  request: FastifyRequest,
  addresses: string[] | undefined,
) {
  if (!addresses) return undefined
  const invalidAddress = addresses.find((address) => !isWebAddress(address))
  if (invalidAddress !== undefined) throw badRequest('Every image must be an address that starts with http.')
  checkImageCount('service', addresses.length)
  const images = [...new Set(toStoredImages(deps, request, addresses))]
  const [pictures] = await deps.media.describe([images], getRequestOrigin(request, deps.publicUrl))
  if (pictures?.length !== images.length)
    throw badRequest('One of the images is not stored here. Please upload it again.')
  return images
}

function toStoredImages(
  deps: CatalogueDeps,
  request: FastifyRequest,
  addresses: string[],
  known: string[] = [],
): string[] {
  const origin = getRequestOrigin(request, deps.publicUrl)
  return addresses.map((address) =>
    isWebAddress(address) ? deps.media.toStored(address, origin, known) : address,
  )
}
