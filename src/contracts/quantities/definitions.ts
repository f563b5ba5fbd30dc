/* The units of specifications, and what the name of a specification means. docs/quantities.md explains both. */

/** A unit and how it is written. */
export interface Unit {
  dimension: Dimension
  /** How many of the base unit of the dimension it is. */
  factor: number
  /** What is added after the multiplication; only for temperatures. */
  offset?: number
  /** The unit in which a visitor who prefers imperial units sees it; without it, it is shown as it is. */
  imperial?: string
  /**
   * Other spellings. Single letters and the ones in `EXACT_SPELLINGS` are compared with upper and lower case, all others
   * without. A full stop after a spelling made of letters is ignored.
   */
  spellings: readonly string[]
}

/** What is measured, with the unit in which values are stored and shown (the base unit, factor 1). */
const DIMENSIONS = {
  length: { base: 'mm' },
  area: { base: 'mm²' },
  volume: { base: 'litre' },
  mass: { base: 'kg' },
  power: { base: 'kW' },
  'apparent power': { base: 'kVA' },
  rotation: { base: 'rpm' },
  speed: { base: 'm/min' },
  feed: { base: 'mm/rev' },
  acceleration: { base: 'm/s²' },
  force: { base: 'kN' },
  torque: { base: 'Nm' },
  pressure: { base: 'bar' },
  flow: { base: 'l/min' },
  stiffness: { base: 'N/µm' },
  voltage: { base: 'V' },
  current: { base: 'A' },
  frequency: { base: 'Hz' },
  phases: { base: 'phase' },
  resistance: { base: 'Ω' },
  angle: { base: '°' },
  temperature: { base: '°C' },
  time: { base: 's' },
  months: { base: 'month' },
  sound: { base: 'dB' },
  share: { base: '%' },
  'Rockwell hardness': { base: 'HRC' },
  'Brinell hardness': { base: 'HB' },
  'thread pitch': { base: 'TPI' },
  'metric thread': { base: 'M' },
  'pipe thread': { base: 'inch pipe' },
  count: { base: '' },
} as const satisfies Record<string, { base: string }>
export type Dimension = keyof typeof DIMENSIONS

/** Returns the unit in which the quantities of a dimension are stored and compared. */
export const getBaseUnit = (dimension: Dimension): string => DIMENSIONS[dimension].base

export const UNITS: Record<string, Unit> = {
  mm: {
    dimension: 'length',
    factor: 1,
    imperial: 'inch',
    spellings: ['millimetre', 'millimetres', 'millimeter', 'millimeters', 'mms'],
  },
  µm: {
    dimension: 'length',
    factor: 0.001,
    imperial: 'inch',
    spellings: ['μm', 'um', 'micron', 'microns', 'micrometre', 'µ', 'μ'],
  },
  cm: {
    dimension: 'length',
    factor: 10,
    imperial: 'inch',
    spellings: ['centimetre', 'centimetres', 'centimeter', 'cms'],
  },
  m: {
    dimension: 'length',
    factor: 1000,
    imperial: 'ft',
    spellings: ['metre', 'metres', 'meter', 'meters', 'mtr', 'mtrs'],
  },
  inch: { dimension: 'length', factor: 25.4, spellings: ['inches', 'in', '"', '”', '″', "''", '’’'] },
  ft: { dimension: 'length', factor: 304.8, spellings: ['feet', 'foot', '′', "'", '’'] },
  'mm²': {
    dimension: 'area',
    factor: 1,
    imperial: 'sq in',
    spellings: ['mm2', 'sq mm', 'sq. mm', 'sq.mm', 'mm sq'],
  },
  'cm²': { dimension: 'area', factor: 100, imperial: 'sq in', spellings: ['cm2', 'sq cm', 'sq. cm'] },
  'm²': {
    dimension: 'area',
    factor: 1e6,
    imperial: 'sq ft',
    spellings: ['m2', 'sq m', 'sq. m', 'sqm', 'sq.m'],
  },
  'sq in': { dimension: 'area', factor: 645.16, spellings: ['in²', 'sq. in', 'square inches'] },
  'sq ft': { dimension: 'area', factor: 92903.04, spellings: ['ft²', 'sq. ft', 'sqft', 'square feet'] },
  litre: {
    dimension: 'volume',
    factor: 1,
    imperial: 'gal',
    spellings: ['litres', 'liter', 'liters', 'l', 'L', 'ltr', 'ltrs', 'lit', 'lits', 'lts'],
  },
  ml: { dimension: 'volume', factor: 0.001, spellings: ['cc', 'cm³', 'cm3', 'millilitre', 'millilitres'] },
  'm³': { dimension: 'volume', factor: 1000, spellings: ['m3', 'cu m', 'cu. m'] },
  gal: { dimension: 'volume', factor: 3.785411784, spellings: ['us gal', 'us gallons', 'gallons'] },
  kg: {
    dimension: 'mass',
    factor: 1,
    imperial: 'lb',
    spellings: ['kgs', 'kilogram', 'kilograms', 'kilogramme', 'kilogrammes', 'kilo', 'kilos'],
  },
  g: {
    dimension: 'mass',
    factor: 0.001,
    imperial: 'oz',
    spellings: ['gm', 'gms', 'gram', 'grams', 'gramme', 'grammes'],
  },
  t: {
    dimension: 'mass',
    factor: 1000,
    imperial: 'lb',
    spellings: ['tonne', 'tonnes', 'ton', 'tons', 'metric ton', 'metric tons'],
  },
  lb: { dimension: 'mass', factor: 0.45359237, spellings: ['lbs', 'pound', 'pounds'] },
  oz: { dimension: 'mass', factor: 0.028349523125, spellings: ['ounce', 'ounces'] },
  kW: { dimension: 'power', factor: 1, imperial: 'hp', spellings: ['kilowatt', 'kilowatts', 'k.w', 'kw'] },
  W: { dimension: 'power', factor: 0.001, imperial: 'hp', spellings: ['watt', 'watts'] },
  hp: { dimension: 'power', factor: 0.74569987, spellings: ['bhp', 'h.p', 'horsepower', 'horse power'] },
  PS: { dimension: 'power', factor: 0.73549875, spellings: [] },
  kVA: { dimension: 'apparent power', factor: 1, spellings: ['k.v.a'] },
  rpm: {
    dimension: 'rotation',
    factor: 1,
    spellings: [
      'r/min',
      'rev/min',
      'revs/min',
      'r.p.m',
      'rpm',
      'min⁻¹',
      'min-1',
      '1/min',
      'u/min',
      'rev. per min',
      'revolutions per minute',
    ],
  },
  'm/min': {
    dimension: 'speed',
    factor: 1,
    imperial: 'ft/min',
    spellings: [
      'mtr/min',
      'mtrs/min',
      'mts/min',
      'metre/min',
      'metres/min',
      'meters/min',
      'mpm',
      'm/minute',
      'm per min',
      'metres per minute',
    ],
  },
  'mm/min': {
    dimension: 'speed',
    factor: 0.001,
    imperial: 'in/min',
    spellings: ['mm/minute', 'mm per min', 'mm per minute'],
  },
  'm/s': {
    dimension: 'speed',
    factor: 60,
    imperial: 'ft/min',
    spellings: ['m/sec', 'mtr/sec', 'metres per second'],
  },
  'mm/s': { dimension: 'speed', factor: 0.06, imperial: 'in/min', spellings: ['mm/sec'] },
  'ft/min': { dimension: 'speed', factor: 0.3048, spellings: ['fpm', 'sfm', 'sfpm'] },
  'in/min': { dimension: 'speed', factor: 0.0254, spellings: ['ipm', 'inch/min', 'inches/min', 'in./min'] },
  'mm/rev': {
    dimension: 'feed',
    factor: 1,
    imperial: 'in/rev',
    spellings: ['mm/r', 'mm/rev.', 'mm per rev', 'mm per revolution', 'mm/u'],
  },
  'in/rev': { dimension: 'feed', factor: 25.4, spellings: ['ipr', 'inch/rev', 'in./rev'] },
  'm/s²': { dimension: 'acceleration', factor: 1, spellings: ['m/s2', 'm/sec²'] },
  kN: { dimension: 'force', factor: 1, imperial: 'lbf', spellings: ['kilonewton', 'kilonewtons'] },
  N: { dimension: 'force', factor: 0.001, imperial: 'lbf', spellings: ['newton', 'newtons'] },
  daN: { dimension: 'force', factor: 0.01, imperial: 'lbf', spellings: [] },
  kgf: { dimension: 'force', factor: 0.00980665, imperial: 'lbf', spellings: ['kg.f', 'kg-f', 'kp'] },
  lbf: { dimension: 'force', factor: 0.0044482216152605, spellings: [] },
  Nm: {
    dimension: 'torque',
    factor: 1,
    imperial: 'ft-lb',
    spellings: ['NM', 'N·m', 'N-m', 'N.m', 'N m', 'n-m', 'n·m', 'newton metre', 'newton metres'],
  },
  kgf·m: {
    dimension: 'torque',
    factor: 9.80665,
    imperial: 'ft-lb',
    spellings: ['kgf-m', 'kgfm', 'kg-m', 'kgm', 'kg·m', 'kgf.m'],
  },
  'ft-lb': {
    dimension: 'torque',
    factor: 1.3558179483314,
    spellings: ['ft-lbs', 'ft·lb', 'ft-lbf', 'ft lb', 'ft lbs', 'lb-ft', 'lb·ft', 'lbf·ft', 'lbf-ft'],
  },
  bar: { dimension: 'pressure', factor: 1, imperial: 'psi', spellings: ['bars'] },
  MPa: { dimension: 'pressure', factor: 10, imperial: 'psi', spellings: ['n/mm²', 'n/mm2'] },
  kPa: { dimension: 'pressure', factor: 0.01, imperial: 'psi', spellings: [] },
  psi: { dimension: 'pressure', factor: 0.0689475729, spellings: ['p.s.i', 'lb/in²'] },
  'kg/cm²': {
    dimension: 'pressure',
    factor: 0.980665,
    imperial: 'psi',
    spellings: ['kg/cm2', 'kgf/cm²', 'kgf/cm2', 'kg/sq.cm', 'kg/sq cm', 'kg/sq. cm'],
  },
  'l/min': {
    dimension: 'flow',
    factor: 1,
    imperial: 'gal/min',
    spellings: [
      'lpm',
      'litre/min',
      'litres/min',
      'liter/min',
      'liters/min',
      'ltr/min',
      'ltrs/min',
      'lit/min',
      'lts/min',
      'l.p.m',
      'litres per minute',
      'litres a minute',
      'l/minute',
    ],
  },
  'l/h': {
    dimension: 'flow',
    factor: 1 / 60,
    imperial: 'gal/min',
    spellings: ['lph', 'litres/hour', 'litres/hr', 'ltr/hr', 'l/hr'],
  },
  'm³/h': {
    dimension: 'flow',
    factor: 1000 / 60,
    imperial: 'cfm',
    spellings: ['m3/h', 'm³/hr', 'm3/hr', 'm³/hour', 'cmh'],
  },
  'm³/min': { dimension: 'flow', factor: 1000, imperial: 'cfm', spellings: ['m3/min'] },
  cfm: { dimension: 'flow', factor: 28.316846592, spellings: ['scfm'] },
  'gal/min': { dimension: 'flow', factor: 3.785411784, spellings: ['gpm', 'us gpm'] },
  'N/µm': { dimension: 'stiffness', factor: 1, spellings: ['N/μm', 'N/micron', 'kN/mm'] },
  V: {
    dimension: 'voltage',
    factor: 1,
    spellings: [
      'v',
      'volt',
      'volts',
      'vac',
      'v ac',
      'vdc',
      'v dc',
      'volts ac',
      'volts dc',
      'v ac/dc',
      'vac/dc',
    ],
  },
  kV: { dimension: 'voltage', factor: 1000, spellings: [] },
  A: { dimension: 'current', factor: 1, spellings: ['amp', 'amps', 'ampere', 'amperes'] },
  mA: { dimension: 'current', factor: 0.001, spellings: ['milliamp', 'milliamps'] },
  Hz: { dimension: 'frequency', factor: 1, spellings: ['hertz', 'c/s', 'cps'] },
  kHz: { dimension: 'frequency', factor: 1000, spellings: [] },
  phase: { dimension: 'phases', factor: 1, spellings: ['ph', 'phases'] },
  Ω: { dimension: 'resistance', factor: 1, spellings: ['Ω', 'ohm', 'ohms'] },
  kΩ: { dimension: 'resistance', factor: 1000, spellings: ['kΩ', 'kohm'] },
  MΩ: { dimension: 'resistance', factor: 1e6, spellings: ['MΩ', 'Mohm', 'megohm'] },
  '°': { dimension: 'angle', factor: 1, spellings: ['º', 'deg', 'degree', 'degrees'] },
  '°C': {
    dimension: 'temperature',
    factor: 1,
    imperial: '°F',
    spellings: [
      'º C',
      'ºC',
      '° C',
      '℃',
      'deg c',
      'deg. c',
      'degc',
      'degrees c',
      'degrees celsius',
      'celsius',
    ],
  },
  '°F': {
    dimension: 'temperature',
    factor: 5 / 9,
    offset: -160 / 9,
    spellings: ['ºF', '° F', '℉', 'deg f', 'deg. f', 'degrees f'],
  },
  s: { dimension: 'time', factor: 1, spellings: ['sec', 'secs', 'second', 'seconds'] },
  ms: { dimension: 'time', factor: 0.001, spellings: ['msec', 'millisecond', 'milliseconds'] },
  min: { dimension: 'time', factor: 60, spellings: ['minute', 'minutes', 'mins'] },
  h: { dimension: 'time', factor: 3600, spellings: ['hour', 'hours', 'hr', 'hrs'] },
  day: { dimension: 'time', factor: 86_400, spellings: ['days'] },
  week: { dimension: 'time', factor: 604_800, spellings: ['weeks', 'wks'] },
  month: { dimension: 'months', factor: 1, spellings: ['months', 'mths'] },
  year: { dimension: 'months', factor: 12, spellings: ['years', 'yr', 'yrs'] },
  dB: { dimension: 'sound', factor: 1, spellings: ['db(a)', 'dba', 'decibel', 'decibels'] },
  '%': { dimension: 'share', factor: 1, spellings: ['percent', 'per cent', 'pct'] },
  HRC: { dimension: 'Rockwell hardness', factor: 1, spellings: ['rc', '°hrc', 'rockwell c'] },
  HB: { dimension: 'Brinell hardness', factor: 1, spellings: ['bhn', 'hbw'] },
  TPI: { dimension: 'thread pitch', factor: 1, spellings: ['t.p.i', 'threads per inch', 'threads/inch'] },
}

/** Spellings of several letters that mean something else in another case: 'mA' and 'MA', 'Nm' and 'nm'. */
export const EXACT_SPELLINGS: ReadonlySet<string> = new Set([
  'mA',
  'Nm',
  'NM',
  'MΩ',
  'Mohm',
  'MPa',
  'ms',
  'PS',
  'TPI',
])

/** What can be counted: '12 speeds', '8-station', '6 driven tools'. The unit of the quantity is the singular. */
export const COUNTED_THINGS: ReadonlySet<string> = new Set(
  `axis ball belt bearing blade block bolt chaser collet contact coupling cutter cylinder feed flute gear groove
   hole holder insert item jaw key layer lobe magazine nozzle operator pair part piece pin pocket point pole position
   probe quill rib ring roller segment set slide slot speed spindle spline stage station step stroke
   thread tool tooth turret tap vane visit wheel zone`
    .split(/\s+/)
    .filter(Boolean),
)

/** Adjectives that may stand between a number and what is counted. */
export const COUNT_ADJECTIVES =
  /^(?:spindle|tool|turret|feed|live|driven|round|radial|axial|felt|cross|coolant|forward|reverse|independent|automatic|fixed|mounting|main|rated|cutting|threaded|t)$/

/**
 * What a number means to a buyer.
 * capability: more is sufficient; a search for 42 mm also finds 51 mm.
 * size: it has to be in between.
 * limit: less is better; a search for 0.01 mm also finds 0.005 mm.
 */
export type Meaning = 'capability' | 'size' | 'limit'

interface LabelDefinition {
  /** Compared with the folded name of a specification without its unit. The first match decides. */
  pattern: RegExp
  meaning: Meaning
}

/** A name without a match is a size. */
export const LABELS: readonly LabelDefinition[] = [
  {
    pattern:
      /\b(?:spindle bore|spindle hole|through hole|hole through spindle|bar dia|bar diameter|bar passage)\b/,
    meaning: 'capability',
  },
  { pattern: /\b(?:tool|work ?piece|job|component) weight\b|\bweight on table\b/, meaning: 'capability' },
  // Sizes that contain a word of a capability: what a thing weighs and occupies, and where it fits.
  { pattern: /\b(?:weight|floor|overall|footprint|packing|net|gross|shipping)\b/, meaning: 'size' },
  {
    pattern:
      /\b(?:section|thickness|thread|lead|module|teeth|taper|nose|mount|shank|keyway|bore|supply|voltage|frequency)\b/,
    meaning: 'size',
  },
  // Limits: errors, times, noise and consumption.
  {
    pattern:
      /\b(?:accuracy|tolerance|allowance|repeatability|run-?out|tir|parallelism|straightness|flatness|squareness|roundness|circularity|cylindricity|concentricity|backlash|pitch error|error|roughness|finish|least count|resolution|reading|graduation|end play|deflection|least input|minimum increment)\b/,
    meaning: 'limit',
  },
  { pattern: /\b(?:noise|sound)\b/, meaning: 'limit' },
  {
    pattern:
      /\b(?:tool change|chip to chip|tool to tool|indexing time|index time|cycle time|change time|lead time|delivery time|turnaround)\b/,
    meaning: 'limit',
  },
  {
    pattern: /\b(?:consumption|air requirement|power requirement|total power|connected load)\b/,
    meaning: 'limit',
  },
  { pattern: /\btable (?:size|surface|dimensions?)\b/, meaning: 'capability' },
  // Capabilities: what a machine takes, reaches, moves or delivers.
  { pattern: /\bbar\b/, meaning: 'capability' },
  { pattern: /\b(?:capacity|capability|can be bored to|admit|admits)\b/, meaning: 'capability' },
  {
    pattern:
      /\b(?:swing|turning|turned|machining|grinding|milling|drilling|boring|tapping|threading) (?:over|above|dia|diameter|length|range|capacity|size)\b/,
    meaning: 'capability',
  },
  {
    pattern: /\bswing\b|\bbetween cent(?:re|er)s\b|\bcent(?:re|er) distance\b|\bdistance between cent/,
    meaning: 'capability',
  },
  {
    pattern: /\b(?:travel|stroke|traverse|feed length|grip range|gripping range|adjustment)\b/,
    meaning: 'capability',
  },
  { pattern: /\b(?:speeds?|rpm|rapid|rate)\b/, meaning: 'capability' },
  {
    pattern:
      /\b(?:power|motor|torque|thrust|drawbar force|pulling force|gripping force|clamping force|dynamic load|static load)\b/,
    meaning: 'capability',
  },
  { pattern: /\b(?:load|payload|lifting)\b/, meaning: 'capability' },
  { pattern: /\b(?:flow|delivery|discharge|reservoir|tank|pressure)\b/, meaning: 'capability' },
  { pattern: /\b(?:stations?|tools?|magazine|tool changer|turret|positions|axes)\b/, meaning: 'capability' },
  { pattern: /\b(?:max|maximum|highest|up to)\b/, meaning: 'capability' },
  { pattern: /\b(?:warranty|life|change interval)\b/, meaning: 'capability' },
]

/** Numbers with these base units are capabilities under names without a match: 'Spindle: 5,000 rpm, 7.5 kW'. */
export const CAPABILITY_UNITS: ReadonlySet<string> = new Set(['kW', 'rpm', 'Nm', 'm/min', 'l/min', 'kN'])

/** Plain numbers under such names are identifiers, not quantities. */
export const IDENTIFIER_LABEL =
  /\b(?:(?:number|no)(?!\.? of\b)|code|reference|serial|class|series|type|designation|standard|grade|year|model|part|section|profile|hsn|sac|make|size|quality|accuracy|price|phone|telephone|date)\b/

/** Words of a search that name a dimension, so that they say nothing about which of its specifications is meant. */
export const DIMENSION_WORDS: Partial<Record<Dimension, readonly string[]>> = {
  power: ['motor', 'power', 'drive'],
  rotation: ['speed', 'rpm'],
  mass: ['weight', 'weighing'],
  temperature: ['temperature'],
  voltage: ['voltage', 'supply'],
  sound: ['noise'],
}

/** Words of names that do not distinguish them in a search. */
export const FILLER_LABEL_WORDS: ReadonlySet<string> = new Set(
  'max maximum min minimum capacity dia diameter size total nominal standard over of the to in at and per for with net'.split(
    ' ',
  ),
)

/** Words of names that mean the same in a search. */
export const LABEL_WORD_SYNONYMS: readonly (readonly string[])[] = [
  ['travel', 'stroke', 'traverse'],
  ['rapid', 'traverse'],
  ['centre', 'center'],
  ['bar', 'rod', 'stock'],
  ['hole', 'bore'],
  ['hex', 'hexagon', 'hexagonal'],
  ['accuracy', 'accurate', 'precision'],
  ['runout', 'out'],
  ['station', 'post'],
  ['changer', 'atc', 'magazine'],
  ['weight', 'weighing', 'heavy'],
]
