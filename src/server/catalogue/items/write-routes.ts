import type { FastifyRequest } from 'fastify'
import { FeaturedBody, ItemFields, ItemParams, ServiceBody } from '#contracts/item.ts'
import type { Kind } from '#contracts/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { badRequest } from '#server/kernel/problem.ts'
import { saveItem, setFeatured } from './commands.ts'
import type { ItemDeps } from './deps.ts'
import { type ItemResponse, RESPONSE_SCHEMAS, toItemResponse } from './item-response.ts'
import { arrangeImages, isWebUrl, parseItemForm, parseServiceBody, parseTextList } from './rules.ts'
import type { StoredItem } from './store.ts'

/** Registers the calls that create and change items of one kind (rows API-4, API-6, API-7). */
export function writeRoutes(app: Api, deps: ItemDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const onRequest = deps.guard.requires('catalogue.edit')
  const response = RESPONSE_SCHEMAS[kind]
  const created = { tags: [path], summary: 'Create', response: { 201: response } }
  const changed = { tags: [path], summary: 'Change', params: ItemParams, response: { 200: response } }
  featuredRoute(app, deps, kind)
  if (kind === 'service') {
    app.post(path, { onRequest, schema: { ...created, body: ServiceBody } }, async (request, reply) =>
      reply.code(201).send(await saveService(deps, request, request.body)),
    )
    app.put(`${path}/:id/full`, { onRequest, schema: { ...changed, body: ServiceBody } }, (request) =>
      saveService(deps, request, request.body, request.params.id),
    )
    return
  }
  const consumes = ['multipart/form-data']
  const config = { form: ItemFields }
  app.post(path, { onRequest, config, schema: { ...created, consumes } }, async (request, reply) =>
    reply.code(201).send(await saveForm(deps, request, kind)),
  )
  if (kind === 'machine') return
  app.put(`${path}/:id/full`, { onRequest, config, schema: { ...changed, consumes } }, (request) =>
    saveForm(deps, request, kind, request.params.id),
  )
}

/** PUT with JSON sets the featured flag; with a form it changes a machine or spare part (decision 0008). */
function featuredRoute(app: Api, deps: ItemDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const hasForm = kind !== 'service'
  const summary = hasForm
    ? 'Set the featured flag (JSON) or change the complete item (form)'
    : 'Set the featured flag'
  app.put(
    `${path}/:id`,
    {
      onRequest: deps.guard.requires('catalogue.edit'),
      schema: { tags: [path], summary, params: ItemParams, response: { 200: RESPONSE_SCHEMAS[kind] } },
      config: { body: FeaturedBody, ...(hasForm && { form: ItemFields }) },
    },
    async (request) => {
      const { id: key } = request.params
      if (hasForm && request.isMultipart()) return saveForm(deps, request, kind, key)
      const { featured } = FeaturedBody.parse(request.body)
      const target = { kind, key }
      return respond(deps, request, await setFeatured(deps, { actor: getActor(request), target, featured }))
    },
  )
}

/** Creates an item from a multipart form, or changes the item with this id or slug. */
function saveForm(deps: ItemDeps, request: FastifyRequest, kind: Kind, key?: string): Promise<ItemResponse> {
  return withMultipartForm(request, deps.tmpDir, async (form) => {
    const { existingImages, revision, ...fields } = ItemFields.partial().parse(form.fields)
    const requested =
      key !== undefined && existingImages !== undefined
        ? parseTextList(existingImages.trim(), 'existingImages')
        : undefined
    const item = await saveItem(deps, {
      actor: getActor(request),
      kind,
      key,
      revision: revision === undefined ? undefined : Number(revision),
      files: form.files,
      buildDraft(existing, added) {
        const stored = requested?.map((image) =>
          deps.media.toStored(image, request.siteOrigin, existing.images),
        )
        return parseItemForm(kind, fields, arrangeImages(existing.images, added, stored), existing)
      },
    })
    return respond(deps, request, item)
  })
}

/** Creates a service, or changes the one with this id or slug. */
async function saveService(deps: ItemDeps, request: FastifyRequest, body: ServiceBody, key?: string) {
  const images = body.images && (await parseServiceImages(deps, request, body.images))
  const item = await saveItem(deps, {
    actor: getActor(request),
    kind: 'service',
    key,
    revision: body.revision,
    files: [],
    buildDraft: (existing) => parseServiceBody(body, images, existing),
  })
  return respond(deps, request, item)
}

/** Returns the stored images of URLs: external ones, and pictures that were uploaded before. Throws 400 for others. */
async function parseServiceImages(deps: ItemDeps, request: FastifyRequest, urls: string[]) {
  if (!urls.every(isWebUrl)) throw badRequest('Every image must be a URL that starts with http.')
  const images = [...new Set(urls.map((url) => deps.media.toStored(url, request.siteOrigin)))]
  const pictures = await deps.media.describe(images, request.siteOrigin)
  if (pictures.size !== images.length)
    throw badRequest('One of the images no longer exists on the server. Please upload it again.')
  return images
}

const respond = (deps: ItemDeps, request: FastifyRequest, item: StoredItem) =>
  toItemResponse(deps, request.siteOrigin, item)
