import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { AttachmentSummary } from '#contracts/attachment.ts'
import { createJpeg } from './items.ts'
import type { TestSite } from './site.ts'

/** The shortest PDF file that is complete. */
export const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

/** Sends a file as the contact form does. */
export async function postAttachment(
  site: Pick<TestSite, 'fetch'>,
  name: string,
  content: BlobPart,
  field = 'file',
): Promise<Response> {
  const body = new FormData()
  body.append(field, new File([content], name))
  return site.fetch('/api/enquiries/attachments', { method: 'POST', body })
}

/** Uploads a file and returns the response; without a content, a PDF. */
export async function uploadAttachment(
  site: Pick<TestSite, 'fetch'>,
  name = 'shaft.pdf',
  content: BlobPart = PDF,
): Promise<AttachmentSummary> {
  const reply = await postAttachment(site, name, content)
  const body = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return body
}

/** Returns the ids of the stored files of attachments. */
export const listAttachmentFolders = ({ dataDir }: Pick<TestSite, 'dataDir'>): Promise<string[]> =>
  readdir(join(dataDir, 'attachments'))

/** Returns the content of a JPEG picture. */
export const createJpegContent = async () => (await createJpeg(1, 64, 48)).arrayBuffer()
