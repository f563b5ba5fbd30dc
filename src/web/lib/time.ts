const minutes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026, 15:35', where the reader is. */
export const formatTime = (at: string) => minutes.format(new Date(at))
