/** The limits of documents of items. Forms use the same values. */
export const DOCUMENT_LIMITS = {
  /** Maximum number of documents of an item. */
  perItem: 30,
  /** Bytes of one file. The proxies in deploy/ allow a request of this size. */
  bytes: 100_000_000,
  titleLength: 200,
} as const

/** The largest document as staff read it. */
export const MAX_DOCUMENT_SIZE = `${DOCUMENT_LIMITS.bytes / 1_000_000} MB`

/** The formats of documents. */
export const DOCUMENT_FORMATS = ['pdf', 'step', 'iges', 'dxf', 'dwg', 'zip'] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** Their media types. */
export const DOCUMENT_MEDIA_TYPES: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  step: 'model/step',
  iges: 'model/iges',
  dxf: 'image/vnd.dxf',
  dwg: 'image/vnd.dwg',
  zip: 'application/zip',
}
