/**
 * Maximum numbers of characters in forms, which the server checks too. Public pages load them, so they are apart from the
 * limits of items.
 */
export const FORM_LIMITS = {
  /** A first or last name, the name of an account or API key, and a reviewer's position and company. */
  nameLength: 100,
  emailLength: 320,
  phoneLength: 40,
  /** The message of an enquiry. */
  messageLength: 10_000,
  reviewLength: 5000,
  /** A note of staff about an enquiry. */
  noteLength: 5000,
  passwordLength: 1000,
  /** The least, not the most. Spaces around a password do not count. */
  minPasswordLength: 8,
  /** The company and the place of an enquiry, each. */
  companyLength: 200,
  /** The note to one line of an enquiry. */
  lineNoteLength: 500,
} as const

/** The largest list of items in one enquiry, and its attachments. */
export const ENQUIRY_LIMITS = {
  lines: 50,
  quantity: 9999,
  attachments: 5,
  /** Bytes of one attachment. The proxies in deploy/ allow a request of this size. */
  attachmentBytes: 20_000_000,
} as const

/** The largest attachment as people read it. */
export const MAX_ATTACHMENT_SIZE = `${ENQUIRY_LIMITS.attachmentBytes / 1_000_000} MB`
