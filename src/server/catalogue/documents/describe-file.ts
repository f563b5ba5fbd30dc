import {
  DOCUMENT_LANGUAGE_LABELS,
  type DocumentLanguage,
  type DocumentType,
} from '#contracts/files/document-labels.ts'
import { DOCUMENT_LIMITS } from '#contracts/files/document-limits.ts'
import { readFileType } from '#contracts/files/document-words.ts'
import type { DocumentFormat } from '#contracts/files/file-formats.ts'

const TYPES_BY_FORMAT: Record<DocumentFormat, DocumentType> = {
  pdf: 'brochure',
  step: 'cad-model',
  iges: 'cad-model',
  dxf: 'drawing',
  dwg: 'drawing',
  zip: 'cad-model',
}

/** Returns what the name and the format of a file say about the document. Staff can change it. */
export function describeFile(
  fileName: string,
  format: DocumentFormat,
): { title: string; type: DocumentType; language: DocumentLanguage | null } {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  const searched = words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  const languages = Object.entries(DOCUMENT_LANGUAGE_LABELS) as [DocumentLanguage, string][]
  const named = languages.find(([, label]) => ` ${searched} `.includes(` ${label.toLowerCase()} `))
  return {
    title: [...(words || fileName)].slice(0, DOCUMENT_LIMITS.titleLength).join(''),
    type: readFileType(searched) ?? TYPES_BY_FORMAT[format],
    language: named?.[0] ?? (format === 'pdf' ? 'en' : null),
  }
}
