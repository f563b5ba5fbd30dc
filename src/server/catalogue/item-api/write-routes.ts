import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FeaturedBody, ItemFields, ItemParams, ServiceBody } from '#contracts/item/item.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { withMultipartForm } from '#server/kernel/http/multipart.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter, type Route } from '#server/kernel/http/route.ts'
import { parseTextList } from '../item/field-texts.ts'
import { arrangeImages, isWebUrl, parseItemForm, parseServiceBody } from '../item/rules.ts'
import type { ItemDeps } from '../items/deps.ts'
import type { StoredItem } from '../items/store.ts'
import { type ItemResponse, RESPONSE_SCHEMAS, toItemResponse } from '../listing/item-response.ts'
import { saveItem, setFeatured } from './commands.ts'

/** Registers the calls that create and change items of one kind (rows API-4, API-6, API-7). */
export function writeRoutes(app: FastifyInstance, deps: ItemDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const route = createRouter(app, { guard: deps.guard, tag: path })
  const created = { permission: 'catalogue.edit', summary: 'Create', status: 201 } as const
  const changed = { permission: 'catalogue.edit', summary: 'Change', params: ItemParams } as const
  const reply = RESPONSE_SCHEMAS[kind]
  featuredRoute(route, deps, kind)
  if (kind === 'service') {
    route(`POST ${path}`, { ...created, body: ServiceBody, reply }, (request) =>
      saveService(deps, request, request.body),
    )
    route(`PUT ${path}/:id/full`, { ...changed, body: ServiceBody, reply }, (request) =>
      saveService(deps, request, request.body, request.params.id),
    )
    return
  }
  route(`POST ${path}`, { ...created, form: ItemFields, reply }, (request) => saveForm(deps, request, kind))
  if (kind === 'machine') return
  route(`PUT ${path}/:id/full`, { ...changed, form: ItemFields, reply }, (request) =>
    saveForm(deps, request, kind, request.params.id),
  )
}

/** PUT with JSON sets the featured flag; with a form it changes a machine or spare part (decision 0008). */
function featuredRoute(route: Route, deps: ItemDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const hasForm = kind !== 'service'
  route(
    `PUT ${path}/:id`,
    {
      permission: 'catalogue.edit',
      summary: hasForm
        ? 'Set the featured flag (JSON) or change the complete item (form)'
        : 'Set the featured flag',
      params: ItemParams,
      body: FeaturedBody,
      ...(hasForm && { form: ItemFields }),
      reply: RESPONSE_SCHEMAS[kind],
    },
    async (request) => {
      const { id: key } = request.params
      if (hasForm && request.isMultipart()) return saveForm(deps, request, kind, key)
      const { featured } = FeaturedBody.parse(request.body)
      const target = { kind, key }
      return respond(deps, request, await setFeatured(deps, { actor: request.actor, target, featured }))
    },
  )
}

type WriteRequest = FastifyRequest & { actor: Actor }

/** Creates an item from a multipart form, or changes the item with this id or slug. */
function saveForm(deps: ItemDeps, request: WriteRequest, kind: Kind, key?: string): Promise<ItemResponse> {
  return withMultipartForm(request, deps.tmpDir, async (form) => {
    const { existingImages, revision, ...fields } = ItemFields.partial().parse(form.fields)
    const requested =
      key !== undefined && existingImages !== undefined
        ? parseTextList(existingImages.trim(), 'existingImages')
        : undefined
    const item = await saveItem(deps, {
      actor: request.actor,
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
async function saveService(deps: ItemDeps, request: WriteRequest, body: ServiceBody, key?: string) {
  const images = body.images && (await parseServiceImages(deps, request, body.images))
  const item = await saveItem(deps, {
    actor: request.actor,
    kind: 'service',
    key,
    revision: body.revision,
    files: [],
    buildDraft: (existing) => parseServiceBody(body, images, existing),
  })
  return respond(deps, request, item)
}

/** Returns the stored images of URLs: external ones, and pictures that were uploaded before. Throws 400 for others. */
async function parseServiceImages(deps: ItemDeps, request: WriteRequest, urls: string[]) {
  if (!urls.every(isWebUrl)) throw badRequest('Every image must be a URL that starts with http.')
  const images = [...new Set(urls.map((url) => deps.media.toStored(url, request.siteOrigin)))]
  const pictures = await deps.media.describe(images, request.siteOrigin)
  if (pictures.size !== images.length)
    throw badRequest('One of the images no longer exists on the server. Upload it again.')
  return images
}

const respond = (deps: ItemDeps, request: WriteRequest, item: StoredItem) =>
  toItemResponse(deps, request.siteOrigin, item)
