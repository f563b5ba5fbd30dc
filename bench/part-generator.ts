import type { Specifications } from '#contracts/item/item.ts'

/** One generated spare part. */
export interface Part {
  name: string
  description: string
  category: string
  pricePaise: number | null
  features: string[]
  specifications: Specifications
  featured: boolean
}

const FAMILIES = [
  ['Bush collet', 'Collets', 'bore', 1, 65],
  ['Angular contact bearing', 'Bearings', 'bore', 10, 120],
  ['Change gear', 'Gears', 'teeth', 18, 127],
  ['Vee-belt pulley', 'Drives', 'diameter', 60, 400],
  ['Timing belt', 'Drives', 'length', 200, 2400],
  ['Lead screw nut', 'Screws and nuts', 'pitch', 2, 12],
  ['Ball screw', 'Screws and nuts', 'length', 250, 1800],
  ['Coolant pump', 'Coolant', 'flow', 10, 120],
  ['Three-jaw chuck', 'Chucks', 'diameter', 100, 400],
  ['Turret tool holder', 'Tooling', 'shank', 12, 50],
  ['Solenoid valve', 'Pneumatics', 'port', 4, 25],
  ['Way wiper', 'Guideways', 'width', 30, 160],
  ['Spindle drawbar', 'Spindles', 'length', 300, 1200],
  ['Limit switch', 'Electrical', 'cable', 1, 20],
  ['Levelling pad', 'Foundations', 'load', 200, 4000],
] as const
const MATERIALS = [
  'Alloy steel',
  'Phosphor bronze',
  'Grey iron',
  'High speed steel',
  'Stainless steel',
  'Nylon',
]
const BRANDS = ['Kovai', 'Anamalai', 'Noyyal', 'Siruvani', 'Vellingiri']
const MACHINES = ['CL 20', 'CL 25', 'CL 32', 'CL 40', 'TL 50', 'VMC 640', 'SPA 20', 'DT 25']

/** Returns the spare part with this index. The list is the same on every machine and resembles a real parts list. */
export function generatePart(index: number): Part {
  const random = createRandom(index)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const [family, category, measure, minSize, maxSize] = pick(FAMILIES)
  const size = minSize + Math.floor(random() * (maxSize - minSize + 1))
  const unit = measure === 'teeth' ? '' : measure === 'flow' ? ' l/min' : measure === 'load' ? ' kg' : ' mm'
  const material = pick(MATERIALS)
  const machines = [...new Set([pick(MACHINES), pick(MACHINES)])].join(', ')
  const number = `KMT-${category.slice(0, 2).toUpperCase()}-${String(index).padStart(7, '0')}`
  return {
    name: `${family}, ${size}${unit} ${measure}, type ${index.toString(36).toUpperCase()}`,
    description:
      `${family} in ${material.toLowerCase()} for the ${machines}, ${size}${unit} ${measure}. ` +
      `Hardened and ground where it runs, inspected before dispatch. ${pick(NOTES)}`,
    category,
    pricePaise: random() < 0.1 ? null : 100 * Math.floor(50 + random() ** 3 * 90_000),
    features: ['Interchangeable with the original', pick(NOTES)],
    specifications: [
      ['Part number', number],
      [measure[0]!.toUpperCase() + measure.slice(1), `${size}${unit}`],
      ['Weight', `${(0.05 + random() * 20).toFixed(2)} kg`],
      ['Material', material],
      ['Make', pick(BRANDS)],
      ['Fits', machines],
      ['Hardness', `${40 + Math.floor(random() * 25)} HRC`],
    ],
    featured: index % 5000 === 0,
  }
}

const NOTES = [
  'Kept in stock at Coimbatore.',
  'Made to order in three weeks.',
  'Replaces the pattern supplied before 1998.',
  'Sold in sets of four.',
  'Comes with its seal and circlip.',
  'Fits without machining.',
]

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
