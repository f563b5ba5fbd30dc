import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
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

/** One file of a ZIP archive; the numbers replace those that are true. */
export interface ZipPart {
  name: string
  content?: string
  declaredBytes?: number
  compressedBytes?: number
  flags?: number
  method?: number
}

/** Returns a ZIP archive. `directory` replaces numbers of its last record. */
export function createZip(
  parts: ZipPart[],
  directory: { count?: number; offset?: number; bytes?: number } = {},
): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const { name, content = 'text', flags = 0, method = 8, ...sizes } of parts) {
    const compressed = deflateRawSync(content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(method, 4)
    header.writeUInt32LE(sizes.compressedBytes ?? compressed.length, 14)
    header.writeUInt32LE(sizes.declaredBytes ?? content.length, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), compressed])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(offset, 10)
    records.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header, attributes, Buffer.from(name)]))
    files.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(directory.count ?? parts.length, 8)
  end.writeUInt16LE(directory.count ?? parts.length, 10)
  end.writeUInt32LE(directory.bytes ?? Buffer.concat(records).length, 12)
  end.writeUInt32LE(directory.offset ?? offset, 16)
  return Buffer.concat([...files, ...records, end])
}

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
