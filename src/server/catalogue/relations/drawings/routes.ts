import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Drawing, DrawingChange, DrawingParams, NewDrawingFields } from '#contracts/files/drawing.ts'
import { ItemParams } from '#contracts/item/item.ts'
import { type UploadedFile, withMultipartForm } from '#server/kernel/http/multipart.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { ItemDeps } from '../../items/deps.ts'
import { getItemByIdOrThrow } from '../../items/store.ts'
import { ALL_STATES } from '../related-items.ts'
import { getRowId } from '../store.ts'
import { addDrawing, changeDrawing, removeDrawing, replacePicture } from './commands.ts'
import { getDrawings, toDrawingResponse } from './response.ts'

/** Registers the calls for the assembly drawings of a machine. */
export function drawingRoutes(app: FastifyInstance, deps: ItemDeps): void {
  const { db, guard, tmpDir } = deps
  const route = createRouter(app, { guard, tag: 'drawings' })
  const respond = (origin: string, drawing: Awaited<ReturnType<typeof changeDrawing>>) =>
    toDrawingResponse(deps, origin, { ...drawing, states: ALL_STATES })

  route(
    'GET /api/items/:id/drawings',
    {
      permission: 'catalogue.read',
      summary: 'The assembly drawings of a machine with their parts',
      params: ItemParams,
      reply: z.array(Drawing),
    },
    async ({ params, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(db, params.id)
      return getDrawings(deps, siteOrigin, await getRowId(db, id), ALL_STATES)
    },
  )

  route(
    'POST /api/items/:id/drawings',
    {
      permission: 'catalogue.edit',
      summary: 'Add a drawing of an assembly: its picture',
      params: ItemParams,
      form: NewDrawingFields,
      status: 201,
      reply: Drawing,
    },
    (request) =>
      withMultipartForm(request, tmpDir, async ({ fields, files }) => {
        const { assembly } = NewDrawingFields.parse(fields)
        const { actor, params, siteOrigin } = request
        const file = getOnlyFile(files)
        return respond(siteOrigin, await addDrawing(deps, { actor, id: params.id, assembly, file }))
      }),
  )

  route(
    'PUT /api/items/:id/drawings/:drawingId',
    {
      permission: 'catalogue.edit',
      summary: 'Change assembly and points of a drawing',
      params: DrawingParams,
      body: DrawingChange,
      reply: Drawing,
    },
    async ({ actor, params, body, siteOrigin }) =>
      respond(siteOrigin, await changeDrawing(deps, { actor, ...params, ...body })),
  )

  route(
    'PUT /api/items/:id/drawings/:drawingId/picture',
    {
      permission: 'catalogue.edit',
      summary: 'Replace the picture of a drawing; its points stay',
      params: DrawingParams,
      form: z.object({}),
      reply: Drawing,
    },
    (request) =>
      withMultipartForm(request, tmpDir, async ({ files }) => {
        const { actor, params, siteOrigin } = request
        const file = getOnlyFile(files)
        return respond(siteOrigin, await replacePicture(deps, { actor, ...params, file }))
      }),
  )

  route(
    'DELETE /api/items/:id/drawings/:drawingId',
    { permission: 'catalogue.edit', summary: 'Delete a drawing', params: DrawingParams },
    ({ actor, params }) => removeDrawing(deps, { actor, ...params }),
  )
}

function getOnlyFile([file, ...others]: UploadedFile[]): UploadedFile {
  if (!file || others.length > 0) throw badRequest('Choose one picture.')
  return file
}
