import type { JobFinderBody } from '#contracts/catalogue/job-finder.ts'
import {
  EMPTY_JOB_MESSAGE,
  JOB_MATERIALS,
  JOB_OPERATIONS,
  type JobField,
  type JobMaterial,
  type JobOperation,
} from '#contracts/catalogue/job-finder-options.ts'
import { formatCount, formatNumber } from '#contracts/format.ts'
import type { Dimension } from '#contracts/quantities/definitions.ts'
import { parseQuantities } from '#contracts/quantities/parse-quantities.ts'

/* Reads a job and describes it in words: pure functions. See docs/job-finder.md. */

/** A number of the job in its base unit, with the unit in which it was entered and its text. */
export interface Measure {
  value: number
  unit: string
  text: string
  /** Of the diameter of bar that is not round: what it is, and its size across flats. `value` is that across corners. */
  bar?: { shape: 'hexagon' | 'square'; flats: number }
}

/** What is to be machined. What is not stated is not judged. */
export interface Job {
  isBar: boolean | undefined
  diameter: Measure | undefined
  length: Measure | undefined
  width: Measure | undefined
  height: Measure | undefined
  weight: Measure | undefined
  material: JobMaterial | undefined
  /** Pieces a day. */
  quantity: number | undefined
  tolerance: Measure | undefined
  operations: JobOperation[]
}

/** What people call hexagon bar, as part of an expression: 'hex 27', '27 A/F'. */
export const HEXAGON = String.raw`(?<!\p{L})(?:hex(?:agon(?:al)?)?|across flats|a ?\/? ?f)(?!\p{L})`

/** Bar that is not round, by the words for it, with its size across corners as a multiple of that across flats. */
const BAR_SHAPES: { name: 'hexagon' | 'square'; words: RegExp; corners: number }[] = [
  {
    name: 'hexagon',
    words: new RegExp(HEXAGON, 'giu'),
    corners: 2 / Math.sqrt(3),
  },
  { name: 'square', words: /(?<!\p{L})(?:square|sq)(?!\p{L})/giu, corners: Math.SQRT2 },
]
/** What people write beside a diameter: 'OD 42', 'dia 42 mm', '42 mm diameter'. */
const DIAMETER_WORDS = /(?<!\p{L})(?:o\.?d|dia(?:meter)?)(?!\p{L})\.?/giu

/** An answer that cannot be understood. */
export interface JobError {
  field: JobField | ''
  message: string
}

/** Returns the job, or what is wrong with the answers. */
export function readJob(
  body: JobFinderBody,
): { job: Job; errors: [] } | { job: undefined; errors: JobError[] } {
  const errors: JobError[] = []
  const readMeasure = (
    field: JobField,
    label: string,
    dimension: Dimension,
    unit: string,
    example: string,
  ) => {
    const text = String(body[field] ?? '').trim()
    if (text === '') return undefined
    const measure = field === 'diameter' ? parseDiameter(text) : parseMeasure(text, dimension, unit)
    if (!measure) errors.push({ field, message: `${label}: enter ${example}.` })
    return measure
  }
  const readLength = (field: JobField, label: string) =>
    readMeasure(field, label, 'length', 'mm', 'one length above 0, such as 42 mm or 1 5/8 in')
  const job: Job = {
    isBar: body.bar ? body.bar === 'yes' : undefined,
    diameter: readLength('diameter', 'Diameter'),
    length: readLength('length', 'Length'),
    width: readLength('width', 'Width'),
    height: readLength('height', 'Height'),
    weight: readMeasure('weight', 'Weight', 'mass', 'kg', 'a weight above 0, such as 12 kg or 26 lb'),
    material: readMaterial(body.material, errors),
    quantity: readQuantity(body.quantity, errors),
    tolerance: readMeasure(
      'tolerance',
      'Tolerance',
      'length',
      'mm',
      'a tolerance above 0, such as 0.02 mm, ± 0.01 mm or 0.001 in',
    ),
    operations: readOperations(body.operations, errors),
  }
  if (errors.length === 0) errors.push(...findContradictions(job))
  return errors.length > 0 ? { job: undefined, errors } : { job, errors: [] }
}

function findContradictions(job: Job): JobError[] {
  const isBlock = job.width !== undefined || job.height !== undefined
  if (isBlock && job.diameter)
    return [
      {
        field: 'diameter',
        message: 'Diameter: a part is either round, or has width and height. Leave one of them empty.',
      },
    ]
  if (isBlock && job.isBar)
    return [
      {
        field: 'bar',
        message: "Part: enter the diameter of the bar, or 'hex 27' or 'square 22' as its diameter.",
      },
    ]
  const hasAnswer =
    isBlock || job.diameter || job.length || job.weight || job.tolerance || job.operations.length > 0
  return hasAnswer ? [] : [{ field: '', message: EMPTY_JOB_MESSAGE }]
}

/** Reads exactly one number, of this dimension. A deviation is as wide as both its sides. */
function parseMeasure(text: string, dimension: Dimension, unit: string): Measure | undefined {
  // Only inches have fractions; the slash of '+/-' is none.
  const isFraction = unit === 'mm' && /\d ?\/ ?\d/.test(text)
  const plain = /\d$/.test(text) ? `${text} ${isFraction ? 'in' : unit}` : text
  const [quantity, ...more] = parseQuantities(plain, '')
  if (!quantity || more.length > 0 || quantity.dimension !== dimension) return undefined
  if (plain.slice(0, quantity.start).trim() || plain.slice(quantity.end).trim()) return undefined
  const { min, max, isDeviation } = quantity
  if (min === null || max === null || quantity.tolerance || (min !== max && !isDeviation)) return undefined
  const value = isDeviation ? max - min : max
  return value > 0 && value < 1e6 ? { value, unit: quantity.unit, text: plain } : undefined
}

/** Reads a diameter. That of bar which is not round is that of the circle around its corners. */
function parseDiameter(text: string): Measure | undefined {
  const shape = BAR_SHAPES.find(({ words }) => text.search(words) >= 0)
  const size = (shape ? text.replace(shape.words, ' ') : text).replace(DIAMETER_WORDS, ' ').trim()
  const measure = parseMeasure(size, 'length', 'mm')
  if (!measure || !shape) return measure
  const value = measure.value * shape.corners
  const corners = formatNumber(value, { maximumFractionDigits: 1 })
  return {
    ...measure,
    value,
    text: `${shape.name} ${measure.text} (${corners} mm across corners)`,
    bar: { shape: shape.name, flats: measure.value },
  }
}

const MAX_QUANTITY = 1_000_000

function readQuantity(input: JobFinderBody['quantity'], errors: JobError[]): number | undefined {
  const text = String(input ?? '').trim()
  if (text === '') return undefined
  const value = /^\d[\d,]*$/.test(text) ? Number(text.replaceAll(',', '')) : 0
  if (value >= 1 && value <= MAX_QUANTITY) return value
  const message = 'Quantity a day: enter a whole number from 1 to 10,00,000, such as 200.'
  errors.push({ field: 'quantity', message })
  return undefined
}

function readMaterial(input: string | undefined, errors: JobError[]): JobMaterial | undefined {
  if (!input) return undefined
  const known = JOB_MATERIALS.find(([material]) => material === input)
  if (known) return known[0]
  errors.push({ field: 'material', message: `Material: choose one of ${listOptions(JOB_MATERIALS)}.` })
  return undefined
}

function readOperations(input: JobFinderBody['operations'], errors: JobError[]): JobOperation[] {
  const names = (typeof input === 'string' ? input.split(',') : (input ?? []))
    .map((name) => name.trim())
    .filter(Boolean)
  const known = JOB_OPERATIONS.map(([operation]) => operation).filter((operation) =>
    names.includes(operation),
  )
  if (names.some((name) => !known.includes(name as JobOperation)))
    errors.push({ field: 'operations', message: `Operations: choose from ${listOptions(JOB_OPERATIONS)}.` })
  return known
}

const listOptions = (options: readonly (readonly [string, string])[]) =>
  options.map(([value]) => value).join(', ')

const getLabel = (options: readonly (readonly [string, string])[], value: string) =>
  options.find(([option]) => option === value)?.[1] ?? value

/** The job in words, as the enquiry states it: 'Part from bar: diameter 42 mm, length 300 mm. Steel. 200 a day.' */
export function describeJob(job: Job): string {
  const shape =
    job.isBar === undefined
      ? 'Part'
      : job.isBar
        ? 'Part from bar'
        : 'Part from a casting, forging or cut piece'
  const sizes = (['diameter', 'length', 'width', 'height', 'weight'] as const).flatMap((field) =>
    job[field] ? [`${field} ${job[field].text}`] : [],
  )
  const sentences = [
    sizes.length > 0 ? `${shape}: ${sizes.join(', ')}` : job.isBar === undefined ? '' : shape,
    job.material ? `Material: ${getLabel(JOB_MATERIALS, job.material).toLowerCase()}` : '',
    job.quantity ? `Quantity: ${formatCount(job.quantity)} a day` : '',
    job.tolerance ? `Tolerance: ${job.tolerance.text}` : '',
    job.operations.length > 0
      ? `Operations: ${job.operations.map((operation) => getLabel(JOB_OPERATIONS, operation).toLowerCase()).join(', ')}`
      : '',
  ]
  return sentences
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}
