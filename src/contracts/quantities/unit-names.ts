import { pluralize } from '../format.ts'

/** The units in keys of filters ('spindle-motor.kw') that are written in another way. */
const UNITS_OF_KEYS: Record<string, string> = {
  kw: 'kW',
  kva: 'kVA',
  kn: 'kN',
  nm: 'Nm',
  v: 'V',
  a: 'A',
  m: 'M',
  hz: 'Hz',
  db: 'dB',
  deg: '°',
  degc: '°C',
  percent: '%',
  tpi: 'TPI',
  hrc: 'HRC',
  hb: 'HB',
  'inch-pipe': 'inch pipe',
}

/** Returns a unit in the plural if it is a word: 'stations', 'litres', but 'mm', 'rpm' and 'psi'. */
export const pluralizeUnit = (unit: string): string =>
  /^(?!(?:rpm|bar|psi|cfm|gal)$)[a-z]{3,}$/.test(unit) ? pluralize(unit) : unit

/** Returns the unit of a key in the singular: 'm-min' → 'm/min', 'kw' → 'kW', 'station'. */
export const formatUnitOfKey = (slug: string): string => UNITS_OF_KEYS[slug] ?? slug.replace('-', '/')

const TIME_UNITS: [unit: string, seconds: number][] = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
]

/**
 * Returns the unit in which people read numbers of a unit, and how much of the unit it is: seconds are days, hours or
 * minutes if all numbers are whole ones of them, so that 691,200 s are 8 days. Other units stay as they are.
 */
export function getReadableUnit(
  unit: string,
  numbers: (number | null | undefined)[],
): { unit: string; factor: number } {
  const known = numbers.filter((number) => number !== undefined && number !== null)
  const [longer, factor] = (unit === 's' &&
    known.some((number) => number !== 0) &&
    TIME_UNITS.find(([, seconds]) => known.every((number) => number % seconds === 0))) || [unit, 1]
  return { unit: longer, factor }
}
