import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from '#contracts/document-limits.ts'
import { formatBytes } from '#contracts/format.ts'

/** The endings of the files that the server accepts; it decides by their content. */
const EXTENSIONS = ['pdf', 'step', 'stp', 'p21', 'iges', 'igs', 'dxf', 'dwg', 'zip']
/** The attribute `accept` of the file input. */
export const ACCEPTED_DOCUMENTS = EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** Returns why a file cannot be a document, or undefined. */
export function checkDocumentFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!EXTENSIONS.includes(extension))
    return `'${name}' cannot be added. Please choose a PDF, STEP, IGES, DXF, DWG or ZIP file.`
  if (size === 0) return `'${name}' is empty.`
  if (size > DOCUMENT_LIMITS.bytes)
    return `'${name}' has ${formatBytes(size)}. A document can have at most ${MAX_DOCUMENT_SIZE}.`
  return undefined
}
