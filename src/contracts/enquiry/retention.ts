/* How long data are kept that nobody deletes, as jobs enforce it and the privacy notice states it. */

/** Files that a visitor attached and did not send. */
export const UNSENT_FILE_DAYS = 1
/** The events of visits: their day, and until the sweep of the next one. */
export const VISIT_DAYS = 2
/** Emails, after they were sent or given up. */
export const EMAIL_DAYS = 30
