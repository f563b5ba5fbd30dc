import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ItemDocument } from '#contracts/item-document.ts'
import { PDF } from './attachments.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from './http-client.ts'
import type { TestSite } from './site.ts'

const toRecord = (text: string, section: string) => `${text.padEnd(72)}${section}\n`

/** The shortest complete files of the other formats of documents. */
export const STEP = 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n'
export const IGES =
  toRecord('A bracket', 'S      1') +
  toRecord('1H,,1H;;', 'G      1') +
  toRecord('S      1G      1', 'T      1')
export const DXF = '  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nEOF\r\n'
export const DWG = 'AC1032\0\0\0\0\0'

/** Returns a form with a file and these fields. */
export function documentForm(
  name: string,
  content: BlobPart = PDF,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new File([content], name))
  return form
}

/** Sends a file as a new document of an item. */
export const postDocument = (
  staff: SiteFetch,
  itemId: string,
  name: string,
  content?: BlobPart,
  fields?: Record<string, string>,
) => staff(`/api/items/${itemId}/documents`, { method: 'POST', body: documentForm(name, content, fields) })

/** Adds a document and returns it. */
export async function addDocument(
  staff: SiteFetch,
  itemId: string,
  name = 'manual.pdf',
  content?: BlobPart,
  fields?: Record<string, string>,
): Promise<ItemDocument> {
  const reply = await postDocument(staff, itemId, name, content, fields)
  const body: Json = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return body
}

/** Replaces the file of a document. */
export const replaceDocument = (
  staff: SiteFetch,
  itemId: string,
  { id }: ItemDocument,
  name: string,
  content?: BlobPart,
) => staff(`/api/items/${itemId}/documents/${id}`, { method: 'PATCH', body: documentForm(name, content) })

/** Sends a change of a document as JSON. */
export const patchDocument = (staff: SiteFetch, itemId: string, id: string, changes: object) =>
  staff(`/api/items/${itemId}/documents/${id}`, jsonBody('PATCH', changes))

/** Returns the documents of an item in their order. */
export const listItemDocuments = (staff: SiteFetch, itemId: string): Promise<ItemDocument[]> =>
  expectOk(staff(`/api/items/${itemId}/documents`))

/** Returns the ids of the stored files of documents. */
export const listDocumentFolders = ({ dataDir }: Pick<TestSite, 'dataDir'>): Promise<string[]> =>
  readdir(join(dataDir, 'documents'))
