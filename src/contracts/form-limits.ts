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
} as const
