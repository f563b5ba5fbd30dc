/* The units of specifications, and what the name of a specification means: what its words mean to a search is in
 * label-vocabulary.ts. docs/quantities.md explains both. */

/**
 * What is measured. Each line is a unit: `unit | factor | imperial | spellings`. The factor is how many of the base unit of
 * the dimension it is; the first unit is the base, in which values are stored and shown. `imperial` is the unit in which a
 * visitor who prefers imperial units sees it; without one, it is shown as it is. Single letters and `EXACT_SPELLINGS` are
 * compared with upper and lower case, all others without. A full stop after a spelling made of letters is ignored.
 */
const DIMENSIONS = {
  length: `
    mm | 1 | inch | millimetre, millimetres, millimeter, millimeters, mms
    µm | 0.001 | inch | μm, um, micron, microns, micrometre, µ, μ
    cm | 10 | inch | centimetre, centimetres, centimeter, cms
    m | 1000 | ft | metre, metres, meter, meters, mtr, mtrs
    inch | 25.4 | | inches, in, ", ”, ″, '', ’’
    ft | 304.8 | | feet, foot, ′, ', ’`,
  area: `
    mm² | 1 | sq in | mm2, sq mm, sq. mm, sq.mm, mm sq
    cm² | 100 | sq in | cm2, sq cm, sq. cm
    m² | 1000000 | sq ft | m2, sq m, sq. m, sqm, sq.m
    sq in | 645.16 | | in², sq. in, square inches
    sq ft | 92903.04 | | ft², sq. ft, sqft, square feet`,
  volume: `
    litre | 1 | gal | litres, liter, liters, l, L, ltr, ltrs, lit, lits, lts
    ml | 0.001 | | cc, cm³, cm3, millilitre, millilitres
    m³ | 1000 | | m3, cu m, cu. m
    gal | 3.785411784 | | us gal, us gallons, gallons`,
  mass: `
    kg | 1 | lb | kgs, kilogram, kilograms, kilogramme, kilogrammes, kilo, kilos
    g | 0.001 | oz | gm, gms, gram, grams, gramme, grammes
    t | 1000 | lb | tonne, tonnes, ton, tons, metric ton, metric tons
    lb | 0.45359237 | | lbs, pound, pounds
    oz | 0.028349523125 | | ounce, ounces`,
  power: `
    kW | 1 | hp | kilowatt, kilowatts, k.w, kw
    W | 0.001 | hp | watt, watts
    hp | 0.74569987 | | bhp, h.p, horsepower, horse power
    PS | 0.73549875`,
  'apparent power': 'kVA | 1 | | k.v.a',
  rotation: `
    rpm | 1 | | r/min, rev/min, revs/min, r.p.m, rpm, min⁻¹, min-1, 1/min, u/min, rev. per min, revolutions per minute`,
  speed: `
    m/min | 1 | ft/min | mtr/min, mtrs/min, mts/min, metre/min, metres/min, meters/min, mpm, m/minute, m per min, metres per minute
    mm/min | 0.001 | in/min | mm/minute, mm per min, mm per minute
    m/s | 60 | ft/min | m/sec, mtr/sec, metres per second
    mm/s | 0.06 | in/min | mm/sec
    ft/min | 0.3048 | | fpm, sfm, sfpm
    in/min | 0.0254 | | ipm, inch/min, inches/min, in./min`,
  feed: `
    mm/rev | 1 | in/rev | mm/r, mm/rev., mm per rev, mm per revolution, mm/u
    in/rev | 25.4 | | ipr, inch/rev, in./rev`,
  acceleration: 'm/s² | 1 | | m/s2, m/sec²',
  force: `
    kN | 1 | lbf | kilonewton, kilonewtons
    N | 0.001 | lbf | newton, newtons
    daN | 0.01 | lbf
    kgf | 0.00980665 | lbf | kg.f, kg-f, kp
    lbf | 0.0044482216152605`,
  torque: `
    Nm | 1 | ft-lb | NM, N·m, N-m, N.m, N m, n-m, n·m, newton metre, newton metres
    kgf·m | 9.80665 | ft-lb | kgf-m, kgfm, kg-m, kgm, kg·m, kgf.m
    ft-lb | 1.3558179483314 | | ft-lbs, ft·lb, ft-lbf, ft lb, ft lbs, lb-ft, lb·ft, lbf·ft, lbf-ft`,
  pressure: `
    bar | 1 | psi | bars
    MPa | 10 | psi | n/mm², n/mm2
    kPa | 0.01 | psi
    psi | 0.0689475729 | | p.s.i, lb/in²
    kg/cm² | 0.980665 | psi | kg/cm2, kgf/cm², kgf/cm2, kg/sq.cm, kg/sq cm, kg/sq. cm`,
  flow: `
    l/min | 1 | gal/min | lpm, litre/min, litres/min, liter/min, liters/min, ltr/min, ltrs/min, lit/min, lts/min, l.p.m, litres per minute, litres a minute, l/minute
    l/h | 1/60 | gal/min | lph, litres/hour, litres/hr, ltr/hr, l/hr
    m³/h | 1000/60 | cfm | m3/h, m³/hr, m3/hr, m³/hour, cmh
    m³/min | 1000 | cfm | m3/min
    cfm | 28.316846592 | | scfm
    gal/min | 3.785411784 | | gpm, us gpm`,
  stiffness: 'N/µm | 1 | | N/μm, N/micron, kN/mm',
  voltage: `
    V | 1 | | v, volt, volts, vac, v ac, vdc, v dc, volts ac, volts dc, v ac/dc, vac/dc
    kV | 1000`,
  current: `
    A | 1 | | amp, amps, ampere, amperes
    mA | 0.001 | | milliamp, milliamps`,
  frequency: `
    Hz | 1 | | hertz, c/s, cps
    kHz | 1000`,
  phases: 'phase | 1 | | ph, phases',
  resistance: `
    Ω | 1 | | Ω, ohm, ohms
    kΩ | 1000 | | kΩ, kohm
    MΩ | 1000000 | | MΩ, Mohm, megohm`,
  angle: '° | 1 | | º, deg, degree, degrees',
  temperature: `
    °C | 1 | °F | º C, ºC, ° C, ℃, deg c, deg. c, degc, degrees c, degrees celsius, celsius
    °F | 5/9 | | ºF, ° F, ℉, deg f, deg. f, degrees f`,
  time: `
    s | 1 | | sec, secs, second, seconds
    ms | 0.001 | | msec, millisecond, milliseconds
    min | 60 | | minute, minutes, mins
    h | 3600 | | hour, hours, hr, hrs
    day | 86400 | | days
    week | 604800 | | weeks, wks`,
  months: `
    month | 1 | | months, mths
    year | 12 | | years, yr, yrs`,
  sound: 'dB | 1 | | db(a), dba, decibel, decibels',
  share: '% | 1 | | percent, per cent, pct',
  'Rockwell hardness': 'HRC | 1 | | rc, °hrc, rockwell c',
  'Brinell hardness': 'HB | 1 | | bhn, hbw',
  'thread pitch': 'TPI | 1 | | t.p.i, threads per inch, threads/inch',
  // These are no units of a text: the parser reads 'M8', 'G 1/2' and '12 speeds'.
  'metric thread': '',
  'pipe thread': '',
  count: '',
}
export type Dimension = keyof typeof DIMENSIONS

/** Spellings of several letters that mean something else in another case: 'mA' and 'MA', 'Nm' and 'nm'. */
export const EXACT_SPELLINGS: ReadonlySet<string> = new Set('mA Nm NM MΩ Mohm MPa ms PS TPI'.split(' '))

export interface Unit {
  dimension: Dimension
  factor: number
  /** What is added after the multiplication with `factor`; only for °F. */
  offset?: number
  imperial?: string
  spellings: readonly string[]
}

export const UNITS: Record<string, Unit> = Object.fromEntries(
  (Object.entries(DIMENSIONS) as [Dimension, string][]).flatMap(([dimension, lines]) =>
    lines
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => readUnitLine(line, dimension)),
  ),
)

function readUnitLine(line: string, dimension: Dimension): [string, Unit] {
  const [unit = '', factor = '', imperial, spellings] = line.split('|').map((cell) => cell.trim())
  const [numerator = 1, denominator = 1] = factor.split('/').map(Number)
  return [
    unit,
    {
      dimension,
      factor: numerator / denominator,
      ...(unit === '°F' && { offset: -160 / 9 }),
      ...(imperial && { imperial }),
      spellings: spellings ? spellings.split(', ') : [],
    },
  ]
}

const BASE_UNITS = new Map<Dimension, string>([
  ['metric thread', 'M'],
  ['pipe thread', 'inch pipe'],
  ['count', ''],
])
for (const [unit, { dimension }] of Object.entries(UNITS))
  if (!BASE_UNITS.has(dimension)) BASE_UNITS.set(dimension, unit)

/** Returns the unit in which the quantities of a dimension are stored and compared. */
export const getBaseUnit = (dimension: Dimension): string => BASE_UNITS.get(dimension)!

/** What can be counted: '12 speeds', '8-station', '6 driven tools'. The unit of the quantity is the singular. */
export const COUNTED_THINGS: ReadonlySet<string> = new Set(
  `axis ball belt bearing blade block bolt chaser collet contact coupling cutter cylinder feed flute gear groove
   hole holder insert item jaw key layer lobe magazine nozzle operator pair part piece pin pocket point pole position
   probe quill rib ring roller segment set slide slot speed spindle spline stage station step stroke
   thread tool tooth turret tap vane visit wheel zone`.split(/\s+/),
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

/** Words of names as alternatives of a pattern, which may be on several lines. */
const words = (alternatives: string) => {
  const lines = alternatives.split('\n').map((line) => line.trim())
  return new RegExp(String.raw`\b(?:${lines.join('')})\b`)
}

/**
 * What the folded name of a specification without its unit means. The first match decides; a name without a match is a
 * size.
 */
export const LABELS: readonly [Meaning, RegExp][] = [
  [
    'capability',
    words(`spindle bore|spindle hole|through hole|hole through spindle|bar dia|bar diameter|bar passage|
      (?:tool|work ?piece|job|component) weight|weight on table`),
  ],
  // Sizes that contain a word of a capability: what a thing weighs and occupies, and where it fits.
  [
    'size',
    words(`weight|floor|overall|footprint|packing|net|gross|shipping|section|thickness|thread|lead|module|teeth|
      taper|nose|mount|shank|keyway|bore|supply|voltage|frequency`),
  ],
  // Errors, times, noise and consumption.
  [
    'limit',
    words(`accuracy|tolerance|allowance|repeatability|run-?out|tir|parallelism|straightness|flatness|squareness|
      roundness|circularity|cylindricity|concentricity|backlash|pitch error|error|roughness|finish|least count|
      resolution|reading|graduation|end play|deflection|least input|minimum increment|noise|sound|tool change|
      chip to chip|tool to tool|indexing time|index time|cycle time|change time|lead time|delivery time|turnaround|
      consumption|air requirement|power requirement|total power|connected load`),
  ],
  // What a machine takes, reaches, moves or delivers.
  [
    'capability',
    words(`table (?:size|surface|dimensions?)|bar|capacity|capability|can be bored to|admit|admits|
      (?:turning|turned|machining|grinding|milling|drilling|boring|tapping|threading) (?:over|above|dia|diameter|length|range|size)|
      swing|between cent(?:re|er)s|cent(?:re|er) distance|distance between cent\\w*|travel|stroke|traverse|feed length|
      grip range|gripping range|adjustment|speeds?|rpm|rapid|rate|power|motor|torque|thrust|drawbar force|
      pulling force|gripping force|clamping force|dynamic load|static load|load|payload|lifting|flow|delivery|
      discharge|reservoir|tank|pressure|stations?|tools?|magazine|tool changer|turret|positions|axes|max|maximum|
      highest|up to|warranty|life|change interval`),
  ],
]

/** Numbers with these base units are capabilities under names without a match: 'Spindle: 5,000 rpm, 7.5 kW'. */
export const CAPABILITY_UNITS: ReadonlySet<string> = new Set(['kW', 'rpm', 'Nm', 'm/min', 'l/min', 'kN'])

/** Plain numbers under such names are identifiers, not quantities. */
export const IDENTIFIER_LABEL =
  /\b(?:(?:number|no)(?!\.? of\b)|code|reference|serial|class|series|type|designation|standard|grade|year|model|part|section|profile|hsn|sac|make|size|quality|accuracy|price|phone|telephone|date)\b/
