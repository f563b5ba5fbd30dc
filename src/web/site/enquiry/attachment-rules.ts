import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import {
  ATTACHMENT_FORMATS,
  getEnding,
  getEndings,
  toAcceptAttribute,
} from '#contracts/files/file-formats.ts'
import { formatBytes } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'

/** The endings of the files that the server accepts; it decides by their content. */
const ENDINGS = ATTACHMENT_FORMATS.flatMap(getEndings)
export const ACCEPTED_FILES = toAcceptAttribute(ENDINGS)

/** The server deletes a file that was not sent for a day; it is uploaded again a little before. */
const LIFETIME_MS = 23 * 60 * 60_000

/** A file whose enquiry has not been sent. */
export interface StoredFile {
  /** '' until it is uploaded. */
  id: string
  name: string
  bytes: number
  /** When it was uploaded, in milliseconds since 1970; 0 until then. */
  at: number
}

/** Returns why a file cannot be attached, or undefined. `count` files are attached already. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>, count: number): string | undefined {
  if (count >= ENQUIRY_LIMITS.attachments)
    return t(
      "We did not add ''{name}'': an enquiry can have at most {limit} files. Put several into one ZIP file.",
      { name, limit: ENQUIRY_LIMITS.attachments },
    )
  if (!ENDINGS.includes(getEnding(name)))
    return t(
      "We cannot open ''{name}''. Attach PDF, DXF, DWG, STEP, ZIP, or a picture (JPEG, PNG, WebP, HEIC, TIFF).",
      { name },
    )
  if (size === 0) return t("''{name}'' is empty. Choose another file.", { name })
  if (size > ENQUIRY_LIMITS.attachmentBytes)
    return t("''{name}'' is {size}. Attach a file of at most {limit}, or send us a link to this one.", {
      name,
      size: formatBytes(size),
      limit: MAX_ATTACHMENT_SIZE,
    })
  return undefined
}

/** Whether the server does not have the file: it was deleted since, or its upload was not complete. */
export const isExpired = ({ at }: StoredFile, now: number): boolean => now - at > LIFETIME_MS

/** Returns the files of a stored draft that are complete. */
export function parseStoredFiles(stored: unknown): StoredFile[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (file: Partial<StoredFile> | null) =>
      typeof file?.id === 'string' &&
      typeof file.name === 'string' &&
      typeof file.bytes === 'number' &&
      typeof file.at === 'number',
  )
}
