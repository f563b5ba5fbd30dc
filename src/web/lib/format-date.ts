/** Staff and customers agree on times of the company, wherever the browser is. */
const timeZone = 'Asia/Kolkata'
const dateTimeFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone })
const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone })
const utcDateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** The only month with four letters becomes as short as the others. */
const shorten = (date: string) => date.replace('Sept ', 'Sep ')

/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026, 3:35 pm', in India. */
export const formatDateTime = (at: string) => shorten(dateTimeFormat.format(new Date(at)))
/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026', in India. */
export const formatDate = (at: string) => shorten(dateFormat.format(new Date(at)))
/** '2026-11-21' → '21 Nov 2026' in every time zone. */
export const formatDay = (text: string) => shorten(utcDateFormat.format(new Date(text)))
