import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readTable } from '#server/catalogue/imports/reading/read-table.ts'
import { jsonBody, type SiteFetch } from './http-client.ts'

/** A sheet of an export: its titles, and each row by title. */
export interface ExportedSheet {
  titles: string[]
  rows: Record<string, unknown>[]
}

/** Sends a request for an export and expects a file. */
export async function fetchExport(staff: SiteFetch, query: string, body?: object): Promise<Response> {
  const reply = await staff(`/api/items/export${query && `?${query}`}`, body && jsonBody('POST', body))
  if (reply.status !== 200) expect.fail(`${reply.status}: ${await reply.text()}`)
  return reply
}

/** Reads an export as the import does. */
export async function readExport(reply: Response): Promise<Record<string, ExportedSheet>> {
  const fileName = /filename="(.+)"/.exec(reply.headers.get('content-disposition') ?? '')![1]!
  const folder = await mkdtemp(join(tmpdir(), 'capstan-export-'))
  try {
    const path = join(folder, fileName)
    await writeFile(path, Buffer.from(await reply.arrayBuffer()))
    return await readExportFile(path, fileName)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Reads a file as the import does. */
export async function readExportFile(path: string, fileName: string): Promise<Record<string, ExportedSheet>> {
  const sheets: Record<string, ExportedSheet> = {}
  for await (const { sheet, cells } of readTable(path, fileName)) {
    const known = sheets[sheet]
    if (!known) sheets[sheet] = { titles: cells.map(({ text }) => text), rows: [] }
    else
      known.rows.push(
        Object.fromEntries(
          cells.map(({ value }, index) => [known.titles[index], value]).filter(([, value]) => value !== null),
        ),
      )
  }
  return sheets
}
