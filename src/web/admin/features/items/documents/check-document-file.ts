import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from '#contracts/files/document-limits.ts'
import { DOCUMENT_FORMATS, getEnding, getEndings, toAcceptAttribute } from '#contracts/files/file-formats.ts'
import { formatBytes } from '#contracts/format.ts'

/** The endings of the files that the server accepts; it decides by their content. */
const ENDINGS = DOCUMENT_FORMATS.flatMap(getEndings)
export const ACCEPTED_DOCUMENTS = toAcceptAttribute(ENDINGS)

/** Returns why a file cannot be a document, or undefined. */
export function checkDocumentFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!ENDINGS.includes(getEnding(name)))
    return `'${name}' cannot be added. Choose a PDF, STEP, IGES, DXF, DWG or ZIP file.`
  if (size === 0) return `'${name}' is empty.`
  if (size > DOCUMENT_LIMITS.bytes)
    return `'${name}' has ${formatBytes(size)}. A document can have at most ${MAX_DOCUMENT_SIZE}.`
  return undefined
}
