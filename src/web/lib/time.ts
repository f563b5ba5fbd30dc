const minute = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })
const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026, 3:35 pm', where the reader is. */
export const formatTime = (at: string) => minute.format(new Date(at))
/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026', where the reader is. */
export const formatDate = (at: string) => date.format(new Date(at))
/** '2026-11-21' → '21 Nov 2026', wherever. */
export const formatDay = (text: string) => day.format(new Date(text))
