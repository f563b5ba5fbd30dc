import { formatBytes } from '../format.ts'
import { DOCUMENT_FORMATS, type FileFormat, getEnding, VIDEO_FORMATS } from './file-formats.ts'

/** A file that staff put on a page or into an article: a document or a video. Its name says its format. */
export interface SiteFile {
  /** 32 hexadecimal digits, from the content of the file. */
  id: string
  fileName: string
  bytes: number
}

/** What a file on a page can be, with its formats. */
export const SITE_FILE_FORMATS = {
  document: DOCUMENT_FORMATS,
  video: VIDEO_FORMATS,
} as const satisfies Record<string, readonly FileFormat[]>
export type SiteFileType = keyof typeof SITE_FILE_FORMATS

/** The path of the file. */
export const getSiteFilePath = ({ id, fileName }: SiteFile): string =>
  `/files/${id}/${encodeURIComponent(fileName)}`

/** 'PDF, 2.3 MB' */
export const describeSiteFile = ({ fileName, bytes }: SiteFile): string =>
  `${getEnding(fileName).toUpperCase()}, ${formatBytes(bytes)}`
