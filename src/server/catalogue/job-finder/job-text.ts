import type { JobFinderBody } from '#contracts/catalogue/job-finder.ts'
import type { JobMaterial, JobOperation } from '#contracts/catalogue/job-finder-options.ts'
import { fold } from '#server/kernel/text.ts'
import { HEXAGON } from './job.ts'

/* Reads the answers of the job finder from a search or a question: pure functions. See docs/job-finder.md. */

const SIZE = String.raw`(\d{1,5}(?:\.\d{1,4})?(?: \d\/\d{1,2})?|\d\/\d{1,2})`
const UNIT = '(?: ?(mm|cm|inch(?:es)?|in|"))?'
const WORD = String.raw`(?![\p{L}\d])`

/** Round parts, and parts that are not. */
const ROUND =
  /\b(?:bush(?:es)?|shafts?|flanges?|pins?|nozzles?|bolts?|pulleys?|dis[ck]s?|rings?|rollers?|studs?|washers?|spacers?|sleeves?|fittings?|valve (?:body|bodies|stems?|seats?)|gear blanks?|cap screws?|axles?|wheels?|hubs?|drums?|rods? ends?)\b/
const SQUARE = /\b(?:housings?|plates?|brackets?|blocks?|covers?|manifolds?|gearbox(?:es)?)\b/
const PART = /\b(?:parts?|components?|jobs?|pieces?|castings?|forgings?|blanks?)\b/
const MACHINING =
  /\b(?:turn(?:ing|ed)?|machin(?:e|ing) (?:a|an|my|our|the|\d)|make|making|produc(?:e|ing)|banane|drill|mill|takes?|accepts?|hold|pass)\b/
/** Spare parts and tools, whose sizes are no job. */
const TOOLING =
  /\b(?:collets?|chucks?|belts?|patta|jaws?|bearings?|holders?|screws? nut|ball ?screws?|tools?|tool ?posts?|drills? chuck|live centres?|revolving|die heads?|chasers?|gib|seals?|pumps?(?! (?:shafts?|casings?|bod))|motors?|encoders?|wipers?|job ?work|spare|spares|travels?|table|swing|capacity|run-?out|ground|grind(?:ing)?|scraping|reconditioning|repair|training|amc)\b/
/** Bounds, and names of specifications: the filters of a list answer them. */
const FILTER =
  /\b(?:over|under|above|below|less|more|than|min|max|up ?to|between|turning (?:length|diameter))\b|\d ?(?:to|-) ?\d/
const CAST = /\b(?:cast(?:ing|ings)?|forg(?:ing|ings|ed)|blanks?|cut pieces?|flanges?|pulleys?)\b/
const BAR = /\b(?:bars?|rods?|bar ?stock|hex|auto (?:lathe|kharad)|automatic|traub)\b/
/** They are named by the bar that they take. */
const AUTOMATIC = /\b(?:auto (?:lathe|kharad)|automatic|traub)\b/

/** The first match decides: stainless steel is no other steel. */
const MATERIALS: Record<JobMaterial, RegExp> = {
  stainless: /\b(?:stainless|ss ?3\d\d)\b/,
  'cast-iron': /\bcast iron\b/,
  aluminium: /\b(?:alumini?um|aluminum)\b/,
  brass: /\b(?:brass|peetal|pital)\b/,
  plastic: /\b(?:plastic|nylon|delrin|ptfe)\b/,
  steel: /\b(?:steel|en ?\d{1,2}|mild steel)\b/,
}
const OPERATIONS: [pattern: RegExp, operation: JobOperation][] = [
  [/\bturn(?:ing|ed)?\b/, 'turning'],
  [/\bcross (?:drill|hole)/, 'cross-drilling'],
  [/\b(?:drill(?:ing|ed)?|bore|boring)\b/, 'drilling'],
  [/\b(?:thread(?:ing|ed|s)?|tap(?:ping|ped)?)\b/, 'threading'],
  [/\bmill(?:ing|ed)?\b/, 'milling'],
]

const QUANTITY = new RegExp(
  String.raw`(?<![\d,])(\d[\d,]{0,8})(?: ?(?:pieces?|pcs?|nos?|parts?|components?|numbers?))? ?(?:(?:per|a|each|every|\/) ?(?:day|shift)|daily)${WORD}`,
  'u',
)
const TOLERANCE = new RegExp(
  String.raw`(?:tolerance|within|accuracy|±|\+\/-)(?: of)? ?(±? ?0?\.\d{1,4})${UNIT}`,
  'u',
)
const WEIGHT = /(\d{1,4}(?:\.\d)?) ?(kgs?|lbs?)(?![\p{L}\d])/u
const BOX = new RegExp(`${SIZE}${UNIT} ?[x×*] ?${SIZE}${UNIT}(?: ?[x×*] ?${SIZE})?${UNIT}${WORD}`, 'u')
/** A size with its name behind or before it: '60 mm long', 'length 60 mm'. */
const toNamed = (field: 'length' | 'width' | 'height' | 'diameter' | 'bar', names: string) => ({
  field,
  patterns: [
    new RegExp(String.raw`(?<![\d./])${SIZE}${UNIT} ?(?:of )?(?:${names})${WORD}`, 'u'),
    new RegExp(String.raw`(?<![\p{L}])(?:${names})\.?(?: of| is|:)? ?${SIZE}${UNIT}${WORD}`, 'u'),
  ],
})
const NAMES = {
  length: 'long|length|lg|lambai|lambi|lamba',
  width: 'wide|width',
  height: 'high|height|tall|thick|thickness',
  bar: 'round bar|bars?|rods?|hex(?:agon)? bars?|hex',
  diameter: 'dia|diameter|ø|od|round',
} as const
const NAMED = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((field) => toNamed(field, NAMES[field]))
/** Bar whose size is that across its flats. */
const BAR_SHAPES = [
  { shape: 'hex', words: new RegExp(HEXAGON, 'u') },
  { shape: 'square', words: /(?<!\p{L})square (?:bars?|rods?)(?!\p{L})/u },
]
/** A size with a unit and without a name: of a round part its diameter. */
const UNNAMED = new RegExp(String.raw`(?<![\p{L}\d./])${SIZE} ?(mm|cm|inch(?:es)?|in|")${WORD}`, 'u')

/**
 * Returns the answers that a text gives, with its numbers as they were typed, if it describes a job: '400 mm dia flange' or
 * 'bushes from 32 mm rod, 50 mm long, 500 a day'. Undefined for a search of a machine by one of its sizes, or of a part.
 */
export function readJobText(typed: string): JobFinderBody | undefined {
  let text = fold(typed).replace(/[”″]/g, '"')
  if (TOOLING.test(text) || FILTER.test(text)) return undefined
  const job: JobFinderBody = {}
  const take = (pattern: RegExp, use: (match: RegExpExecArray) => void) => {
    const match = pattern.exec(text)
    if (!match) return
    use(match)
    text = text.replace(match[0], ' ; ')
  }
  take(QUANTITY, ([, digits]) => {
    job.quantity = digits!.replaceAll(',', '')
  })
  take(TOLERANCE, ([, digits, unit]) => {
    job.tolerance = withUnit(digits!.replace(' ', ''), unit)
  })
  take(WEIGHT, ([, digits, unit]) => {
    job.weight = `${digits} ${unit!.replace(/s$/, '')}`
  })
  const barShape = BAR_SHAPES.find(({ words }) => words.test(text))?.shape
  for (let named = findNamed(text, job); named; named = findNamed(text, job)) {
    const { field, match } = named
    const size = withUnit(match[1]!, match[2])
    if (field === 'bar') {
      job.bar = 'yes'
      job.diameter ??= size
    } else job[field] ??= size
    text = text.replace(match[0], ' ; ')
  }
  const isRound = ROUND.test(text)
  take(BOX, ([, one, oneUnit, two, twoUnit, three, threeUnit]) => {
    const unit = threeUnit ?? twoUnit ?? oneUnit
    if (three !== undefined)
      Object.assign(job, toSizes(['length', 'width', 'height'], [one!, two!, three], unit))
    else if (isRound && !job.diameter) Object.assign(job, toSizes(['diameter', 'length'], [one!, two!], unit))
    else if (SQUARE.test(text)) Object.assign(job, toSizes(['length', 'width'], [one!, two!], unit))
  })
  const isTurned = isRound || PART.test(text) || AUTOMATIC.test(text)
  if (!job.diameter && !job.width && !job.height && isTurned && !SQUARE.test(text))
    take(UNNAMED, ([, digits, unit]) => {
      job.diameter = withUnit(digits!, unit)
    })
  if (!isDescribed(job, text)) return undefined
  const [material] =
    (Object.entries(MATERIALS) as [JobMaterial, RegExp][]).find(([, pattern]) => pattern.test(text)) ?? []
  const operations = OPERATIONS.flatMap(([pattern, operation]) => (pattern.test(text) ? [operation] : []))
  const isCast = job.bar === undefined && (CAST.test(text) || material === 'cast-iron')
  if (job.bar === undefined && !isCast && job.diameter && (BAR.test(text) || barShape)) job.bar = 'yes'
  if (barShape && job.bar === 'yes' && job.diameter) job.diameter = `${barShape} ${job.diameter}`
  return {
    ...job,
    ...(isCast && { bar: 'no' as const }),
    ...(material && { material }),
    ...(operations.length > 0 && { operations }),
  }
}

/** The first size of the text with a name, of those that the job does not have yet: of 'dia 42 length 60' the diameter. */
function findNamed(text: string, job: JobFinderBody) {
  const found = NAMED.filter(({ field }) => job[field] === undefined).flatMap(({ field, patterns }) =>
    patterns.flatMap((pattern) => {
      const match = pattern.exec(text)
      return match ? [{ field, match }] : []
    }),
  )
  return found.sort((one, other) => one.match.index - other.match.index)[0]
}

/** One size is a job beside a word for a part or for machining; two sizes, or a size and a quantity, are one alone. */
function isDescribed({ quantity, bar: _, ...sizes }: JobFinderBody, text: string): boolean {
  const { tolerance: _tolerance, weight: _weight, ...lengths } = sizes
  const count = Object.keys(lengths).length
  if (count === 0) return false
  return (
    count > 1 ||
    quantity !== undefined ||
    ROUND.test(text) ||
    SQUARE.test(text) ||
    PART.test(text) ||
    MACHINING.test(text) ||
    AUTOMATIC.test(text)
  )
}

const withUnit = (digits: string, unit: string | undefined): string =>
  unit === undefined ? digits : `${digits} ${unit === '"' || unit.startsWith('in') ? 'in' : unit}`

const toSizes = (fields: string[], digits: string[], unit: string | undefined) =>
  Object.fromEntries(fields.map((field, index) => [field, withUnit(digits[index]!, unit)]))
