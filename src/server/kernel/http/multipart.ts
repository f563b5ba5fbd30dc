import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { LIMITS, MAX_PICTURE_SIZE, MESSAGES } from '#contracts/limits.ts'
import { badRequest, HttpProblem, payloadTooLarge, unsupportedMediaType } from './problem.ts'

const FIELD_LIMITS = { fields: 50, fieldSize: 256_000 }
/** Characters at the end of the name of a file, of which the rest is ignored. File systems accept no longer names. */
const MAX_FILE_NAME_LENGTH = 255

/** The files that a form may contain, by default one, and what it says about others. */
interface FileRules {
  /** The name of the field, by default 'file'. */
  field?: string
  maxFiles?: number
  tooMany: string
  maxBytes: number
  describeTooLarge(filename: string): string
  /** Stands for a missing file name. */
  unnamed?: string
  /** By default 50. */
  maxFields?: number
}

const PICTURE_RULES: FileRules = {
  field: 'images',
  maxFiles: LIMITS.images,
  tooMany: MESSAGES.sixImages,
  maxBytes: LIMITS.pictureBytes,
  unnamed: 'The picture',
  describeTooLarge: (filename) => `${filename} is larger than ${MAX_PICTURE_SIZE}. Choose a smaller picture.`,
}

/** A file of a form in a temporary file. */
export interface UploadedFile {
  path: string
  filename: string
}

/** No upload takes longer. Older folders are those of processes that were killed. */
const STALE_AFTER_MS = 3_600_000

/** Deletes the folders that killed processes left in `tmpDir`. `isInUse` tells those of programs that take longer than an upload. */
export async function removeStaleUploads(
  tmpDir: string,
  isInUse: (name: string) => boolean,
  staleAfterMs = STALE_AFTER_MS,
): Promise<void> {
  for (const name of await readdir(tmpDir)) {
    if (isInUse(name)) continue
    const folder = join(tmpDir, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > staleAfterMs) await rm(folder, { recursive: true, force: true })
  }
}

/** Each takes up to 20 MB in DATA_DIR/tmp, and a document of staff 100 MB. */
const MAX_CONCURRENT_UPLOADS = 20

/** Returns a function that receives uploads, and throws 503 while it receives as many as it can. */
export function createUploadLimit(): <Result>(receive: () => Promise<Result>) => Promise<Result> {
  let running = 0
  return async (receive) => {
    if (running >= MAX_CONCURRENT_UPLOADS)
      throw new HttpProblem(503, 'busy', 'Many files are arriving at once. Try again in a minute.')
    running++
    try {
      return await receive()
    } finally {
      running--
    }
  }
}

/** With less free space than this, or than this share of a small disk, no file is received. */
const MIN_FREE_BYTES = 2_000_000_000
const MIN_FREE_SHARE = 0.1

/** Throws 507 when the disk is nearly full, so that enquiries and changes without files can still be stored. */
async function checkFreeSpace(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (bavail * bsize >= Math.min(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_SHARE)) return
  throw new HttpProblem(
    507,
    'storage-full',
    'The server has too little space for files now. You can still send and save everything without a file.',
  )
}

interface MultipartForm {
  fields: Record<string, string>
  files: UploadedFile[]
}

/**
 * Reads a multipart request, with its files (by default pictures) into a temporary folder under `tmpDir`, which is deleted
 * after `handle` has settled. Throws 415 for other content types, 413 for a file or field that is too large, 400 for too many
 * files or a malformed form, and 507 for a file when the disk is nearly full.
 */
export async function withMultipartForm<Result>(
  request: FastifyRequest,
  tmpDir: string,
  handle: (form: MultipartForm) => Promise<Result>,
  rules = PICTURE_RULES,
): Promise<Result> {
  if (!request.isMultipart()) throw unsupportedMediaType('Send this as multipart/form-data.')
  const folder = await mkdtemp(join(tmpDir, 'upload-'))
  try {
    return await handle(await readForm(request, folder, rules))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads a form like `withMultipartForm` and passes its only file to `handle`. Throws 400 without one. */
export const withFile = <Result>(
  request: FastifyRequest,
  tmpDir: string,
  rules: FileRules,
  handle: (file: UploadedFile, fields: MultipartForm['fields']) => Promise<Result>,
): Promise<Result> =>
  withMultipartForm(
    request,
    tmpDir,
    async ({ fields, files: [file] }) => {
      if (!file) throw badRequest('Choose a file.')
      return handle(file, fields)
    },
    rules,
  )

async function readForm(request: FastifyRequest, folder: string, rules: FileRules): Promise<MultipartForm> {
  const form: MultipartForm = { fields: {}, files: [] }
  // The parser would wait forever for a request that ended before it began.
  if (request.raw.destroyed) throw incompleteForm()
  try {
    // One file more than allowed, so that `addFile` and not the parser rejects it with its message.
    const { maxBytes, maxFields, maxFiles = 1 } = rules
    const limits = {
      ...FIELD_LIMITS,
      fileSize: maxBytes,
      files: maxFiles + 1,
      ...(maxFields && { fields: maxFields, parts: maxFields + maxFiles + 1 }),
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') addField(form.fields, part)
      else await addFile(form.files, part, { folder, rules })
    }
    return form
  } catch (error) {
    // The parser throws errors without a code for a form without a boundary or an end. Errors of the file system have one.
    const isMalformed = error instanceof Error && !(error instanceof HttpProblem) && !('code' in error)
    throw isMalformed ? incompleteForm() : error
  }
}

const incompleteForm = () => badRequest('The form did not arrive complete. Send it again.')

/** The plugin rejects names of prototype properties. */
function addField(fields: MultipartForm['fields'], part: MultipartValue): void {
  const name = part.fieldname.slice(0, 50)
  if (part.valueTruncated) throw payloadTooLarge(`The field ${name} is too long.`)
  if (part.fieldname in fields) throw badRequest(`The field ${name} was sent twice.`)
  fields[part.fieldname] = String(part.value)
}

/** Ignores the part without name and bytes that an empty file input sends. */
async function addFile(
  files: UploadedFile[],
  part: MultipartFile,
  { folder, rules }: { folder: string; rules: FileRules },
): Promise<void> {
  const { field = 'file', maxFiles = 1, unnamed = 'The file' } = rules
  if (part.fieldname !== field) {
    throw badRequest(`Files belong in the field ${field}, not in ${part.fieldname.slice(0, 50)}.`)
  }
  if (files.length === maxFiles) throw badRequest(rules.tooMany)
  const filename = part.filename?.slice(-MAX_FILE_NAME_LENGTH) || unnamed
  const path = join(folder, String(files.length))
  const target = createWriteStream(path)
  await pipeline(
    part.file,
    async function* checkSpaceFirst(bytes) {
      let isFirst = true
      for await (const chunk of bytes) {
        if (isFirst) await checkFreeSpace(folder)
        isFirst = false
        yield chunk
      }
    },
    target,
  )
  if (part.file.truncated) throw payloadTooLarge(rules.describeTooLarge(filename))
  if (target.bytesWritten > 0 || part.filename) files.push({ path, filename })
}
