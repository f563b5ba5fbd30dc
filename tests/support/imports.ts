import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Cell } from '#server/kernel/xlsx/sheet.ts'
import { generateWorkbook } from '#server/kernel/xlsx/workbook.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from './http-client.ts'

const POLL_MS = 30
/** Only a limit for hanging: the process has a low priority, so it is slow beside other tests. */
const TIMEOUT_MS = 120_000

/** Uploads a file to import. Returns the response. */
export function uploadImport(staff: SiteFetch, name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new File([content], name))
  return staff('/api/imports', { method: 'POST', body: form })
}

/** Waits until no process works on an import. Returns it. */
export async function waitForImport(staff: SiteFetch, id: string): Promise<Json> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = await expectOk(staff(`/api/imports/${id}`))
    if (!['reading', 'applying', 'undoing'].includes(found.state)) return found
    expect(Date.now(), `the import is still ${found.state}`).toBeLessThan(until)
    await sleep(POLL_MS)
  }
}

/** Uploads a file and waits until it is read. Returns the import. */
export async function readImport(
  staff: SiteFetch,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<Json> {
  const reply = await uploadImport(staff, name, content)
  const body = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return waitForImport(staff, body.id)
}

/** Applies the valid rows of an import and waits for the end. Returns the import. */
export async function applyImport(staff: SiteFetch, id: string): Promise<Json> {
  await expectOk(staff(`/api/imports/${id}/apply`, jsonBody('POST', { what: 'valid' })))
  return waitForImport(staff, id)
}

/** Undoes an import and waits for the end. Returns the import. */
export async function undoImport(staff: SiteFetch, id: string): Promise<Json> {
  await expectOk(staff(`/api/imports/${id}/undo`, { method: 'POST' }))
  return waitForImport(staff, id)
}

/** Returns the first rows of an import in this state. */
export const listImportRows = (staff: SiteFetch, id: string, query = ''): Promise<Json[]> =>
  expectOk(staff(`/api/imports/${id}/rows?limit=200&${query}`))

/** Returns the file of a workbook; each sheet has its titles and rows. */
export async function createWorkbook(
  sheets: Record<string, [titles: string[], ...rows: Cell[][]]>,
): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = generateWorkbook(
    Object.entries(sheets).map(([name, [titles, ...rows]]) => ({
      name,
      columns: titles.map((title) => ({ title, width: 12, style: 'text' })),
      rows: [rows],
    })),
  )
  const pieces: Buffer[] = []
  for await (const piece of workbook) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
