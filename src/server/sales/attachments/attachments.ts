import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import { ATTACHMENT_FORMATS } from '#contracts/files/file-formats.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { detectFormat, readFileEnds, toSafeFileName } from '#server/kernel/files/file-formats.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import type { AttachmentDeps } from '../deps.ts'
import {
  type AttachmentOwner,
  deleteUnsentBefore,
  findAttachment,
  insertAttachment,
  listIds,
  sumVisitorBytes,
  type VisitorBytes,
} from './store-attachments.ts'

/** What files of visitors may take until staff have looked at their enquiry, so that they cannot fill the disk. */
const MAX_BYTES: VisitorBytes = { unsent: 2_000_000_000, unhandled: 10_000_000_000 }
/** The same for one network, so that it cannot take the space of all others. */
const MAX_NETWORK_BYTES: VisitorBytes = { unsent: 200_000_000, unhandled: 1_000_000_000 }
/** Every attachment has its own key, so that the counter can start at 0. */
const CIPHER = 'aes-256-ctr'
const INITIAL_COUNTER = Buffer.alloc(16)

const toStorageKey = (id: string) => `${id}/file`

/** Whether another file of a visitor can be stored beside those of the same network. Throws 503 if it cannot. */
export type CheckSpace = (db: Db, idsOfNetwork: string[]) => Promise<void>

const checkTaken = (taken: VisitorBytes, max: VisitorBytes): void => {
  if (taken.unsent < max.unsent && taken.unhandled < max.unhandled) return
  throw new HttpProblem(
    503,
    'attachments-full',
    'We cannot take more files now. Send the form without the file, or try again later.',
  )
}

/** Checks the space that is reserved for the files of one network. */
export const checkSpaceOfNetwork: CheckSpace = async (db, idsOfNetwork) =>
  checkTaken(await sumVisitorBytes(db, idsOfNetwork), MAX_NETWORK_BYTES)

/** Checks also the space that is reserved for those of all visitors. */
export const checkSpace: CheckSpace = async (db, idsOfNetwork) => {
  checkTaken(await sumVisitorBytes(db), MAX_BYTES)
  await checkSpaceOfNetwork(db, idsOfNetwork)
}

/**
 * Encrypts and stores an uploaded file, and then its record. When that fails, the sweep removes what was stored. Throws 400
 * for an empty or incomplete file, 415 for another format, and as `checkSpace`.
 */
export async function storeAttachment(
  { db, clock, attachmentStorage }: AttachmentDeps,
  { path, filename }: UploadedFile,
  checkSpace: (tx: Tx) => Promise<void>,
): Promise<AttachmentSummary> {
  const { bytes, ...ends } = await readFileEnds(path)
  const otherFormat = `${filename} is not a drawing or picture that we can open. Attach a PDF, DXF, DWG, STEP, PNG, JPEG, WebP, HEIC, TIFF or ZIP file.`
  const type = detectFormat(ends, { name: filename, formats: ATTACHMENT_FORMATS, otherFormat })
  const id = randomBytes(16).toString('hex')
  const key = randomBytes(32)
  const cipher = createCipheriv(CIPHER, key, INITIAL_COUNTER)
  await attachmentStorage.putStream(toStorageKey(id), pipeThrough(createReadStream(path), cipher), bytes)
  const attachment = { id, name: toSafeFileName(filename, type), type, bytes }
  await inTransaction(db, async (tx) => {
    await checkSpace(tx)
    const encryption_key = key.toString('base64url')
    await insertAttachment(tx, { ...attachment, encryption_key, created_at: toIso(clock()) })
  })
  return attachment
}

/** Opens an attachment of an enquiry or quotation; undefined when there is none, or when its file is missing in the storage. */
export async function openAttachment(
  { db, attachmentStorage }: Omit<AttachmentDeps, 'clock'>,
  { id, ...owner }: AttachmentOwner & { id: string },
): Promise<(AttachmentSummary & { stream: Readable }) | undefined> {
  const row = await findAttachment(db, { id, ...owner })
  const file = row && (await attachmentStorage.open(toStorageKey(id)))
  if (!file) return undefined
  const { encryption_key, ...attachment } = row
  const decipher = createDecipheriv(CIPHER, Buffer.from(encryption_key, 'base64url'), INITIAL_COUNTER)
  return { ...attachment, stream: pipeThrough(file.stream, decipher) }
}

/**
 * Removes what was uploaded before this time and never sent, and the files of deleted enquiries. Returns the number of
 * files. An upload stores its record at once after its file, so that an older file without a record is not used.
 */
export async function removeUnusedAttachments(
  { db, attachmentStorage }: Omit<AttachmentDeps, 'clock'>,
  before: Date,
): Promise<number> {
  await inTransaction(db, (tx) => deleteUnsentBefore(tx, toIso(before)))
  const used = new Set(await listIds(db))
  let removed = 0
  for await (const id of attachmentStorage.listUnmodifiedSince(before)) {
    if (used.has(id)) continue
    await attachmentStorage.removeFiles(id)
    removed++
  }
  return removed
}

/** Returns the output of the transform. Either stream is destroyed when the other one fails or is closed early. */
const pipeThrough = (source: Readable, transform: Transform): Readable =>
  pipeline(source, transform, () => undefined)
