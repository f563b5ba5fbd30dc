import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { LIMITS, MAX_PICTURE_SIZE, MESSAGES } from '#contracts/limits.ts'
import { badRequest, HttpProblem, payloadTooLarge, unsupportedMediaType } from './problem.ts'

const PART_LIMITS = {
  fields: 50,
  fieldSize: 256_000,
  fileSize: LIMITS.pictureBytes,
  /** One more than allowed, so that `addFile` and not the parser rejects it with its message. */
  files: LIMITS.images + 1,
}

/** A picture in a temporary file. */
export interface UploadedFile {
  path: string
  filename: string
}

/** No upload takes longer. Older folders are those of processes that were killed. */
const STALE_AFTER_MS = 3_600_000

/** Deletes the folders that killed processes left in `tmpDir`, and none of another running process. */
export async function removeStaleUploads(tmpDir: string): Promise<void> {
  for (const name of await readdir(tmpDir)) {
    const folder = join(tmpDir, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > STALE_AFTER_MS) await rm(folder, { recursive: true, force: true })
  }
}

interface MultipartForm {
  fields: Record<string, string>
  files: UploadedFile[]
}

/**
 * Reads a multipart request, with its pictures into a temporary folder under `tmpDir`, which is deleted after `handle` has
 * settled. Throws 415 for other content types, 413 for a picture over 15 MB or a field over 256 kB, and 400 for more than 6
 * pictures or a malformed form.
 */
export async function withMultipartForm<Result>(
  request: FastifyRequest,
  tmpDir: string,
  handle: (form: MultipartForm) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw unsupportedMediaType('Send this as multipart/form-data.')
  const folder = await mkdtemp(join(tmpDir, 'upload-'))
  try {
    return await handle(await readForm(request, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readForm(request: FastifyRequest, folder: string): Promise<MultipartForm> {
  const form: MultipartForm = { fields: {}, files: [] }
  try {
    for await (const part of request.parts({ limits: PART_LIMITS })) {
      if (part.type === 'field') addField(form.fields, part)
      else await addFile(form.files, part, folder)
    }
    return form
  } catch (error) {
    // The parser throws errors without a code for a form without a boundary or an end. Errors of the file system have one.
    const isMalformed = error instanceof Error && !(error instanceof HttpProblem) && !('code' in error)
    throw isMalformed ? badRequest('The form did not arrive completely. Please send it again.') : error
  }
}

/** The plugin rejects names of prototype properties. */
function addField(fields: MultipartForm['fields'], part: MultipartValue): void {
  const name = part.fieldname.slice(0, 50)
  if (part.valueTruncated) throw payloadTooLarge(`The field ${name} is too long.`)
  if (part.fieldname in fields) throw badRequest(`The field ${name} was sent twice.`)
  fields[part.fieldname] = String(part.value)
}

/** Ignores the part without name and bytes that an empty file input sends. */
async function addFile(files: UploadedFile[], part: MultipartFile, folder: string): Promise<void> {
  if (part.fieldname !== 'images') {
    throw badRequest(`Files belong in the field images, not in ${part.fieldname.slice(0, 50)}.`)
  }
  if (files.length === LIMITS.images) throw badRequest(MESSAGES.sixImages)
  const filename = part.filename || 'The picture'
  const path = join(folder, String(files.length))
  const target = createWriteStream(path)
  await pipeline(part.file, target)
  if (part.file.truncated)
    throw payloadTooLarge(`${filename} is larger than ${MAX_PICTURE_SIZE}. Please choose a smaller picture.`)
  if (target.bytesWritten > 0 || part.filename) files.push({ path, filename })
}
