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

/** Returns a unit in the plural if it is a word: 'stations', 'litres', but 'mm' and 'rpm'. */
export const pluralizeUnit = (unit: string): string =>
  /^(?!rpm$|bar$)[a-z]{3,}$/.test(unit)
    ? ({ axis: 'axes', tooth: 'teeth', inch: 'inches' }[unit] ?? `${unit}s`)
    : unit

/** Returns the unit of a key as it follows a number: 'm-min' → 'm/min', 'station' → 'stations'. */
export const formatUnitOfKey = (slug: string): string =>
  pluralizeUnit(UNITS_OF_KEYS[slug] ?? slug.replace('-', '/'))
