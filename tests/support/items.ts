import sharp from 'sharp'
import { expect } from 'vitest'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from './http-client.ts'

/** The required fields of a machine or spare part. */
export const MACHINE_FIELDS = {
  name: 'CL 25 Capstan Lathe',
  description: 'Bar work up to 25 mm with a self-indexing hexagon turret.',
  category: 'machine',
  specifications: JSON.stringify({ 'Bar capacity': '25 mm', 'Swing over bed': '320 mm' }),
  featured: 'false',
}

/** Creates a machine from the required fields and these. Returns the response body. */
export const createMachine = (staff: SiteFetch, fields: Record<string, string> = {}, files: File[] = []) =>
  expectCreated(staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, ...fields }, files)))

export const createSparePart = (staff: SiteFetch, fields: Record<string, string> = {}, files: File[] = []) =>
  expectCreated(
    staff(
      '/api/spareparts',
      formBody('POST', { ...MACHINE_FIELDS, category: '', name: 'Collet Set', ...fields }, files),
    ),
  )

export const SERVICE = { name: 'Annual Maintenance', description: 'Four visits a year.' }

export const createService = (staff: SiteFetch, body: object = {}) =>
  expectCreated(staff('/api/services', jsonBody('POST', { ...SERVICE, ...body })))

/** Sends one change of many items. */
export const bulkUpdate = (staff: SiteFetch, ids: string[], change: object) =>
  staff('/api/items/changes', jsonBody('POST', { ids, ...change }))

/** Changes several items. Returns the sorted ids of those that changed. */
export const expectBulkUpdate = async (staff: SiteFetch, ids: string[], change: object): Promise<string[]> =>
  (await expectOk(bulkUpdate(staff, ids, change))).changed.map(({ id }: Json) => id).sort()

export const getHistory = (staff: SiteFetch, id: string): Promise<Json> =>
  expectOk(staff(`/api/items/${id}/history`))

export const restoreRevision = (staff: SiteFetch, id: string, revision: number) =>
  staff(`/api/items/${id}/restoration`, jsonBody('POST', { revision }))

/** Returns the audit log of an item as 'action name: detail', oldest first. */
export async function getItemAuditLog(staff: SiteFetch, id: string): Promise<string[]> {
  const entries: Json[] = await expectOk(staff(`/api/log?subject=item&subjectId=${id}`))
  return entries
    .map(({ action, subjectName, detail }) => `${action} ${subjectName}${detail && `: ${detail}`}`)
    .reverse()
}

/** Returns the body of a 201 response. */
export async function expectCreated(sent: Promise<Response>): Promise<Json> {
  const reply = await sent
  const body = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return body
}

/** Returns a JPEG of one colour. Different seeds give different pictures. */
export async function createJpeg(seed = 0, width = 800, height = 600): Promise<File> {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: 128 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], `picture-${seed}.jpg`, { type: 'image/jpeg' })
}
