import type { Drawing, DrawingChange } from '#contracts/files/drawing.ts'
import { jsonQuery } from '#web/admin/session/requests.ts'
import { adminApi } from '#web/admin/session/session.ts'
import { send } from '#web/lib/api/api.ts'

const toPath = (id: string, drawingId = '') =>
  `/api/items/${encodeURIComponent(id)}/drawings${drawingId && `/${drawingId}`}`

/** The drawings of a machine. */
export const drawingsQuery = (id: string) => jsonQuery<Drawing[]>(toPath(id))

/** Adds a drawing. Throws ApiError, or TypeError without a response. */
export function addDrawing(id: string, assembly: string, file: File): Promise<Drawing> {
  const body = new FormData()
  body.append('assembly', assembly)
  body.append('images', file, file.name)
  return send(adminApi, 'POST', toPath(id), body)
}

/** Replaces the picture of a drawing; its points stay. Throws ApiError, or TypeError without a response. */
export function replacePicture(id: string, drawingId: string, file: File): Promise<Drawing> {
  const body = new FormData()
  body.append('images', file, file.name)
  return send(adminApi, 'PUT', `${toPath(id, drawingId)}/picture`, body)
}

/** Changes assembly and points. Throws ApiError. */
export const saveDrawing = (id: string, drawingId: string, change: DrawingChange) =>
  send<Drawing>(adminApi, 'PUT', toPath(id, drawingId), change)

/** Deletes a drawing. Throws ApiError. */
export const deleteDrawing = (id: string, drawingId: string) =>
  send(adminApi, 'DELETE', toPath(id, drawingId))
