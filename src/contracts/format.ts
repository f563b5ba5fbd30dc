import { groupDigits } from '#messages/group-digits.ts'
import { getLocale } from '#messages/language.ts'
import { t } from '#messages/messages.ts'
import { toBusinessDate } from './business-date.ts'

/*
 * How numbers, amounts, sizes, days, times and lists are written, for people, in the Indian way and in the language of the page.
 * Days and times are those of the company, wherever the browser is. An `Intl` object is created when it is first needed: the first one takes a browser
 * longer than hydrating a page, which is why counts and rupees are written without them.
 */

/** 125000 → '1,25,000'. */
export const formatCount = (count: number): string => groupDigits(count)

/** 'spare part' → 'Spare part'. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 1, 'item' → '1 item'; 2480, 'spare part' → '2,480 spare parts'. */
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : pluralize(noun)}`

const IRREGULAR_PLURALS: Record<string, string> = { axis: 'axes', tooth: 'teeth' }

/** 'enquiry' → 'enquiries', 'spare part' → 'spare parts'. */
export const pluralize = (noun: string): string =>
  IRREGULAR_PLURALS[noun] ??
  (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`)

/** 1500000 → '₹15,00,000'; 1250.5 → '₹1,250.50'. */
export function formatRupees(amount: number): string {
  const [rupees = '', paise] = amount.toFixed(2).split('.')
  return `₹${groupDigits(rupees)}${paise === '00' ? '' : `.${paise}`}`
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function getFormat<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  create: () => Format,
): Format {
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format as Format
}

const writeNumber = (value: number, options: Intl.NumberFormatOptions, locale = 'en-IN'): string =>
  getFormat(`${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(
    value,
  )

/** 1234.56789 → '1,234.5679': as many decimals as the number has, at most four. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  writeNumber(value, { maximumFractionDigits: 4, ...options })

/** 12.5 → '12.5 %'. */
export const formatPercent = (value: number): string => `${formatNumber(value)} %`

type Currency = 'INR' | 'USD'
const LOCALES = { INR: 'en-IN', USD: 'en-US' } as const
const SYMBOLS = { INR: '₹', USD: '$' } as const

/** '12,34,567.00'; dollars in groups of three digits. */
export const formatAmount = (amount: number, currency: Currency): string =>
  writeNumber(amount, { minimumFractionDigits: 2, maximumFractionDigits: 2 }, LOCALES[currency]).replace(
    '-',
    '−',
  )

/** Returns an amount with two decimals: '₹12,34,567.00', '−$1,250.00'. */
export const formatMoney = (amount: number, currency: Currency): string =>
  formatAmount(amount, currency).replace(/(?=\d)/, () => SYMBOLS[currency])

/** Returns an amount without the decimals of a whole one: '₹25,000', '₹12,500.50'. */
export const formatShortMoney = (amount: number, currency: Currency): string =>
  formatMoney(amount, currency).replace(/\.00$/, '')

/** 34199999 → '34.2 MB'; '1 kB' at least. Megabytes are rounded up, so that a file above a limit has more than the limit. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${Math.ceil(bytes / 100_000) / 10} MB`

/** The numbers or words from one to another, either of which may be missing: '5 to 8', 'from 5', 'up to 8'. */
export function formatRange(from: string | number | undefined, to: string | number | undefined): string {
  if (from === to) return `${from}`
  if (to === undefined) return t('from {from}', { from: from ?? '' })
  return from ? t('{from} to {to}', { from, to }) : t('up to {to}', { to })
}

/** 'a', 'b', 'c' → 'a, b and c'; with 'or' as choices. */
export function formatList(parts: readonly string[], word: 'and' | 'or' = 'and'): string {
  if (parts.length < 2) return parts.join('')
  const [first, last] = [parts.slice(0, -1).join(', '), parts.at(-1)!]
  return word === 'and' ? t('{first} and {last}', { first, last }) : t('{first} or {last}', { first, last })
}

const COMPANY_TIME_ZONE = 'Asia/Kolkata'

/** The only month with four letters becomes as short as the others. */
function writeTime(time: string | number, options: Intl.DateTimeFormatOptions): string {
  const locale = getLocale()
  return getFormat(locale + JSON.stringify(options), () => new Intl.DateTimeFormat(locale, options))
    .format(new Date(time))
    .replace(/\bSept\b/, 'Sep')
}

/** '2026-11-21' → '21 Nov 2026' in every time zone. */
export const formatDay = (day: string): string => writeTime(day, { dateStyle: 'medium', timeZone: 'UTC' })
/** '2026-12-31' → '31 December 2026' in every time zone; '' stays empty. */
export const formatLongDay = (day: string): string =>
  day && writeTime(day, { dateStyle: 'long', timeZone: 'UTC' })
/** '2026-12' → 'December 2026'. */
export const formatMonth = (month: string): string =>
  writeTime(month, { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** '2026-09' → 'Sep'. */
export const formatShortMonth = (month: string): string =>
  writeTime(month, { month: 'short', timeZone: 'UTC' })

/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026, 3:35 pm', in India. */
export const formatDateTime = (at: string): string =>
  writeTime(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: COMPANY_TIME_ZONE })
/** '2026-11-21T10:05:00.000Z' → '21 Nov 2026', in India. */
export const formatDate = (at: string): string =>
  writeTime(at, { dateStyle: 'medium', timeZone: COMPANY_TIME_ZONE })
/** '2026-11-21T10:05:00.000Z' → '21 November 2026', in India. */
export const formatLongDate = (at: string): string =>
  writeTime(at, { dateStyle: 'long', timeZone: COMPANY_TIME_ZONE })
/** '2026-11-21T10:05:00.000Z' → '21 Nov', in India. */
export const formatDayOfYear = (at: string): string =>
  writeTime(at, { day: 'numeric', month: 'short', timeZone: COMPANY_TIME_ZONE })
/** '3:35 pm' today, '3:35 pm on 20 Nov' on other days, in India. */
export function formatClockTime(at: string): string {
  const time = writeTime(at, { hour: 'numeric', minute: '2-digit', timeZone: COMPANY_TIME_ZONE })
  const isToday = toBusinessDate(new Date(at)) === toBusinessDate(new Date())
  return isToday ? time : t('{time} on {day}', { time, day: formatDayOfYear(at) })
}

/** The date where the visitor is: '21 Nov 2026'. */
export const formatVisitorDate = (at: string | number): string => writeTime(at, { dateStyle: 'medium' })
/** The time where the visitor is: '3:35 pm'. */
export const formatVisitorTime = (at: string | number): string =>
  writeTime(at, { hour: 'numeric', minute: '2-digit' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The average length of a month. */
const MONTH_MS = 30.44 * DAY_MS
const YEAR_MS = 12 * MONTH_MS

/** The largest unit in which an age is at least `from`. */
const AGE_UNITS: readonly [from: number, length: number, one: string, several: string][] = [
  [2 * YEAR_MS, YEAR_MS, 'year', 'years'],
  [2 * MONTH_MS, MONTH_MS, 'month', 'months'],
  [DAY_MS, DAY_MS, 'day', 'days'],
  [HOUR_MS, HOUR_MS, 'h', 'h'],
  [MINUTE_MS, MINUTE_MS, 'min', 'min'],
]

/** The time since `at`: 'now', '25 min', '3 h', '2 days', '3 months'. */
export function formatAge(at: string, now: Date): string {
  const age = now.getTime() - new Date(at).getTime()
  const unit = AGE_UNITS.find(([from]) => age >= from)
  if (!unit) return 'now'
  const [, length, one, several] = unit
  const count = Math.floor(age / length)
  return `${count} ${count === 1 ? one : several}`
}

/** Shortens a text to `maxLength` characters at the end of a word and adds '...'; returns a shorter text unchanged (row FEAT-5). */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > maxLength / 2 ? lastSpace : maxLength).replace(/(?<![\s.,;:])[\s.,;:]+$/, '')}...`
}

/** '+91 422 000 1420' → 'tel:+914220001420'. */
export const toTelLink = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`

/** The name of a column in a spreadsheet: 3 → 'D', 26 → 'AA'. */
export function formatColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : formatColumn(Math.floor(index / 26) - 1) + letter
}
