import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { badRequest, HttpProblem, payloadTooLarge, unsupportedMediaType } from './problem.ts'

const PART_LIMITS = {
  fields: 50,
  fieldSize: 256_000,
  fileSize: LIMITS.pictureBytes,
  /** One more than allowed, so that the rule and not the parser refuses it. */
  files: LIMITS.images + 1,
}
const MALFORMED_FORM_MESSAGE = 'The form did not arrive whole. Please send it again.'

/** A picture that waits on disk until the form around it has been judged. */
export interface UploadedFile {
  path: string
  filename: string
}

/** Nobody uploads for longer; what is older was left by a process that was killed. */
const STALE_AFTER_MS = 3_600_000

/** Removes what killed processes left in `tmpDir`; uploads of another process that are under way stay. */
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
 * Reads a multipart request to the end, pictures into a folder of their own under `tmpDir`, hands the form to `use`
 * and removes the folder whatever happens. Refuses other kinds of body, more than 6 pictures and pictures over 15 MB.
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
  const fields = new Map<string, string>()
  const files: UploadedFile[] = []
  try {
    for await (const part of request.parts({ limits: PART_LIMITS })) {
      if (part.type === 'field') addField(fields, part)
      else await addFile(files, part, folder)
    }
  } catch (error) {
    throw isMalformed(error) ? badRequest(MALFORMED_FORM_MESSAGE) : error
  }
  return { fields: Object.fromEntries(fields), files }
}

function addField(fields: Map<string, string>, part: MultipartValue): void {
  const name = part.fieldname.slice(0, 50)
  if (part.valueTruncated) throw payloadTooLarge(`The field ${name} is too long.`)
  if (fields.has(part.fieldname)) throw badRequest(`The field ${name} was sent twice.`)
  fields.set(part.fieldname, String(part.value))
}

async function addFile(files: UploadedFile[], part: MultipartFile, folder: string): Promise<void> {
  if (part.fieldname !== 'images') {
    throw badRequest(`Files belong in the field images, not in ${part.fieldname.slice(0, 50)}.`)
  }
  if (files.length === LIMITS.images) throw badRequest(MESSAGES.sixImages)
  const file = await saveFile(part, join(folder, String(files.length)))
  if (file) files.push(file)
}

/** The parser throws plain errors for a form without a boundary or an end; what is the server's own fault has a code. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && !(error instanceof HttpProblem) && !('code' in error)
}

/** An empty file input sends one part without name or bytes; that is no picture. */
async function saveFile(part: MultipartFile, path: string): Promise<UploadedFile | undefined> {
  const target = createWriteStream(path)
  await pipeline(part.file, target)
  const filename = part.filename || 'The picture'
  if (part.file.truncated)
    throw payloadTooLarge(`${filename} is larger than 15 MB. Please choose a smaller picture.`)
  if (target.bytesWritten === 0 && !part.filename) return undefined
  return { path, filename }
}
