/** What becomes of an enquiry, in the order in which it usually happens. */
export const ENQUIRY_STATUSES = ['new', 'contacted', 'quoted', 'won', 'lost'] as const
/** Nothing is left to do for these. */
export const CLOSED_STATUSES = ['won', 'lost'] as const

/** Characters of one note. */
export const MAX_NOTE_LENGTH = 5000
