import { z } from 'zod'
import { Drawing, DrawingChange, DrawingParams, NewDrawingFields } from '#contracts/drawing.ts'
import { ItemParams } from '#contracts/item.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { badRequest } from '#server/kernel/problem.ts'
import type { ItemDeps } from '../items/deps.ts'
import { getItemByIdOrThrow } from '../items/store.ts'
import { ALL_STATES } from '../relations/related-items.ts'
import { getRowId } from '../relations/store.ts'
import { addDrawing, changeDrawing, removeDrawing, replacePicture } from './commands.ts'
import { getDrawings, toDrawingResponse } from './response.ts'

const tags = ['drawings']

/** Registers the calls for the assembly drawings of a machine. */
export function drawingRoutes(app: Api, deps: ItemDeps): void {
  const list = { summary: 'The assembly drawings of a machine with their parts', params: ItemParams }
  app.get(
    '/api/items/:id/drawings',
    {
      onRequest: deps.guard.requires('catalogue.read'),
      schema: { tags, ...list, response: { 200: z.array(Drawing) } },
    },
    async ({ params, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(deps.db, params.id)
      return getDrawings(deps, siteOrigin, await getRowId(deps.db, id), ALL_STATES)
    },
  )

  const onRequest = deps.guard.requires('catalogue.edit')
  const added = {
    summary: 'Add a drawing of an assembly: its picture',
    consumes: ['multipart/form-data'],
    params: ItemParams,
    response: { 201: Drawing },
  }
  app.post(
    '/api/items/:id/drawings',
    { onRequest, config: { form: NewDrawingFields }, schema: { tags, ...added } },
    (request, reply) =>
      withMultipartForm(request, deps.tmpDir, async ({ fields, files: [file, ...others] }) => {
        const { assembly } = NewDrawingFields.parse(fields)
        if (!file || others.length > 0) throw badRequest('Please choose one picture.')
        const target = { actor: getActor(request), id: request.params.id, assembly, file }
        const drawing = await addDrawing(deps, target)
        const body = await toDrawingResponse(deps, request.siteOrigin, { ...drawing, states: ALL_STATES })
        return reply.code(201).send(body)
      }),
  )

  const changed = {
    summary: 'Change assembly and points of a drawing',
    params: DrawingParams,
    body: DrawingChange,
    response: { 200: Drawing },
  }
  app.put(
    '/api/items/:id/drawings/:drawingId',
    { onRequest, schema: { tags, ...changed } },
    async (request) => {
      const target = { actor: getActor(request), ...request.params, ...request.body }
      const drawing = await changeDrawing(deps, target)
      return toDrawingResponse(deps, request.siteOrigin, { ...drawing, states: ALL_STATES })
    },
  )

  const replaced = {
    summary: 'Replace the picture of a drawing; its points stay',
    consumes: ['multipart/form-data'],
    params: DrawingParams,
    response: { 200: Drawing },
  }
  app.put(
    '/api/items/:id/drawings/:drawingId/picture',
    { onRequest, config: { form: z.object({}) }, schema: { tags, ...replaced } },
    (request) =>
      withMultipartForm(request, deps.tmpDir, async ({ files: [file, ...others] }) => {
        if (!file || others.length > 0) throw badRequest('Please choose one picture.')
        const drawing = await replacePicture(deps, { actor: getActor(request), ...request.params, file })
        return toDrawingResponse(deps, request.siteOrigin, { ...drawing, states: ALL_STATES })
      }),
  )

  const deletion = { summary: 'Delete a drawing', params: DrawingParams, response: { 204: z.null() } }
  app.delete(
    '/api/items/:id/drawings/:drawingId',
    { onRequest, schema: { tags, ...deletion } },
    async (request, reply) => {
      await removeDrawing(deps, { actor: getActor(request), ...request.params })
      return reply.code(204).send(null)
    },
  )
}
