import type { FastifyRequest } from 'fastify'
import { FeaturedBody, ItemFields, ItemParams, Service, ServiceBody } from '#contracts/item.ts'
import type { Kind } from '#contracts/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { badRequest } from '#server/kernel/problem.ts'
import { changeItem, createItem, setFeatured } from './commands.ts'
import type { ItemDeps } from './deps.ts'
import { RESPONSE_SCHEMAS, toItemResponse } from './item-response.ts'
import {
  arrangeImages,
  checkImageCount,
  checkNewFiles,
  isWebUrl,
  parseItemForm,
  parseServiceBody,
  parseTextList,
} from './rules.ts'
import type { StoredItem } from './store.ts'

type FormKind = Exclude<Kind, 'service'>

/** Registers the calls that create and change items of one kind (rows API-4, API-6, API-7). */
export function writeRoutes(app: Api, deps: ItemDeps, kind: Kind): void {
  featuredRoute(app, deps, kind)
  if (kind === 'service') serviceRoutes(app, deps)
  else formRoutes(app, deps, kind)
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
      const { id } = request.params
      if (hasForm && request.isMultipart()) return changeByForm(deps, request, kind, id)
      const { featured } = FeaturedBody.parse(request.body)
      const target = { kind, key: id }
      return respond(
        deps,
        request,
        kind,
        await setFeatured(deps, { actor: getActor(request), target, featured }),
      )
    },
  )
}

function formRoutes(app: Api, deps: ItemDeps, kind: FormKind): void {
  const { path } = RESOURCES[kind]
  const options = {
    onRequest: deps.guard.requires('catalogue.edit'),
    config: { form: ItemFields },
  }
  const schema = { tags: [path], consumes: ['multipart/form-data'] }
  const response = RESPONSE_SCHEMAS[kind]
  app.post(
    path,
    { ...options, schema: { ...schema, summary: 'Create', response: { 201: response } } },
    async (request, reply) => reply.code(201).send(await createByForm(deps, request, kind)),
  )
  if (kind === 'machine') return
  app.put(
    `${path}/:id/full`,
    { ...options, schema: { ...schema, summary: 'Change', params: ItemParams, response: { 200: response } } },
    async (request) => changeByForm(deps, request, kind, request.params.id),
  )
}

async function createByForm<K extends FormKind>(deps: ItemDeps, request: FastifyRequest, kind: K) {
  const item = await withMultipartForm(request, deps.tmpDir, ({ fields, files }) => {
    const parsed = ItemFields.parse({ name: '', description: '', ...fields })
    const buildDraft = (uploaded: string[]) => parseItemForm(kind, parsed, arrangeImages([], uploaded))
    return createItem(deps, { actor: getActor(request), kind, files, buildDraft })
  })
  return respond(deps, request, kind, item)
}

async function changeByForm<K extends FormKind>(
  deps: ItemDeps,
  request: FastifyRequest,
  kind: K,
  id: string,
) {
  const item = await withMultipartForm(request, deps.tmpDir, ({ fields, files }) => {
    const { existingImages } = fields
    const requested =
      existingImages === undefined ? undefined : parseTextList(existingImages.trim(), 'existingImages')
    checkNewFiles(requested ?? [], files.length)
    const { revision } = ItemFields.pick({ revision: true }).parse(fields)
    return changeItem(deps, {
      actor: getActor(request),
      target: { kind, key: id },
      revision: revision === undefined ? undefined : Number(revision),
      files,
      buildDraft(before, uploaded) {
        const parsed = ItemFields.parse({ name: before.name, description: before.description, ...fields })
        const storedImages = requested && toStoredImages(deps, request, requested, before.images)
        return parseItemForm(kind, parsed, arrangeImages(before.images, uploaded, storedImages), before)
      },
    })
  })
  return respond(deps, request, kind, item)
}

function serviceRoutes(app: Api, deps: ItemDeps): void {
  const { path } = RESOURCES.service
  const kind = 'service'
  const onRequest = deps.guard.requires('catalogue.edit')
  const schema = { tags: [path], body: ServiceBody }

  app.post(
    path,
    { onRequest, schema: { ...schema, summary: 'Create', response: { 201: Service } } },
    async (request, reply) => {
      const { body } = request
      const images = await parseServiceImages(deps, request, body.images)
      const buildDraft = () => parseServiceBody(body, images)
      const item = await createItem(deps, { actor: getActor(request), kind, files: [], buildDraft })
      return reply.code(201).send(await respond(deps, request, kind, item))
    },
  )
  app.put(
    `${path}/:id/full`,
    { onRequest, schema: { ...schema, summary: 'Change', params: ItemParams, response: { 200: Service } } },
    async (request) => {
      const { body } = request
      const images = await parseServiceImages(deps, request, body.images)
      const item = await changeItem(deps, {
        actor: getActor(request),
        target: { kind, key: request.params.id },
        revision: body.revision,
        files: [],
        buildDraft: (before) => parseServiceBody(body, images, before),
      })
      return respond(deps, request, kind, item)
    },
  )
}

/** Returns the stored images of URLs: external ones, and pictures that were uploaded before. Throws 400 for others. */
async function parseServiceImages(deps: ItemDeps, request: FastifyRequest, urls: string[] | undefined) {
  if (!urls) return undefined
  if (!urls.every(isWebUrl)) throw badRequest('Every image must be a URL that starts with http.')
  checkImageCount('service', urls.length)
  const images = [...new Set(toStoredImages(deps, request, urls))]
  const [pictures] = await deps.media.describe([images], getRequestOrigin(request, deps.publicUrl))
  if (pictures?.length !== images.length)
    throw badRequest('One of the images no longer exists on the server. Please upload it again.')
  return images
}

function toStoredImages(deps: ItemDeps, request: FastifyRequest, images: string[], known: string[] = []) {
  const origin = getRequestOrigin(request, deps.publicUrl)
  return images.map((image) => (isWebUrl(image) ? deps.media.toStored(image, origin, known) : image))
}

const respond = <K extends Kind>(deps: ItemDeps, request: FastifyRequest, kind: K, item: StoredItem) =>
  toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), kind, item)
