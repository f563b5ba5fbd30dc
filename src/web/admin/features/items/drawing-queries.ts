import type { Drawing, DrawingChange } from '#contracts/drawing.ts'
import { parseResponse, send } from '#web/lib/api.ts'
import { uploadWithProgress } from '#web/lib/upload.ts'
import { jsonQuery } from '../session/requests.ts'
import { adminApi, withReauth } from '../session/session.ts'

const toPath = (id: string, drawingId = '') =>
  `/api/items/${encodeURIComponent(id)}/drawings${drawingId && `/${drawingId}`}`

/** The drawings of a machine. */
export const drawingsQuery = (id: string) => jsonQuery<Drawing[]>(toPath(id))

/** Adds a drawing. Throws ApiError, or TypeError without a response. */
export async function addDrawing(id: string, assembly: string, file: File): Promise<Drawing> {
  const body = new FormData()
  body.append('assembly', assembly)
  body.append('images', file, file.name)
  const response = await withReauth(() => uploadWithProgress(toPath(id), { method: 'POST', body }, () => {}))
  return (await parseResponse(response)) as Drawing
}

/** Replaces the picture of a drawing; its points stay. Throws ApiError, or TypeError without a response. */
export async function replacePicture(id: string, drawingId: string, file: File): Promise<Drawing> {
  const body = new FormData()
  body.append('images', file, file.name)
  const path = `${toPath(id, drawingId)}/picture`
  const response = await withReauth(() => uploadWithProgress(path, { method: 'PUT', body }, () => {}))
  return (await parseResponse(response)) as Drawing
}

/** Changes assembly and points. Throws ApiError. */
export const saveDrawing = (id: string, drawingId: string, change: DrawingChange) =>
  send<Drawing>(adminApi, 'PUT', toPath(id, drawingId), change)

/** Deletes a drawing. Throws ApiError. */
export const deleteDrawing = (id: string, drawingId: string) =>
  send(adminApi, 'DELETE', toPath(id, drawingId))
