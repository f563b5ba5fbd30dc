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
