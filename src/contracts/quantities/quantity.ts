import type { Dimension } from './definitions.ts'

/** A number, range or limit with its unit, as a part of a text. */
export interface Quantity {
  dimension: Dimension
  /** The unit as it is written, in its usual spelling: 'mm' for 'Millimetres'. */
  unit: string
  /** The bounds in the base unit of the dimension, inclusive; null if it is open, as in 'up to 42 mm'. Equal for a value. */
  min: number | null
  max: number | null
  /** In the base unit: 0.02 and 0.02 for '25 ± 0.02 mm'. */
  tolerance?: { plus: number; minus: number }
  /** '± 0.01 mm' by itself: a deviation in both directions. */
  isDeviation?: true
  /** 'X' of '850 × 500 mm', or a word of the name of the specification such as 'lead'. */
  axis?: string
  /** What is counted, in the singular: 'speed' of '12 speeds'. */
  counted?: string
  /** Of a metric thread, in mm. */
  pitch?: number
  /**
   * restated: the quantity before, in another unit, such as '(5 hp)'. circumstance: what the quantity before applies to,
   * such as 'at 30 bar' or '(30 min)'.
   */
  role?: 'restated' | 'circumstance'
  /** The place in the text. */
  start: number
  end: number
}

/** A quantity before its place in the text is known. */
export type Draft = Omit<Quantity, 'start' | 'end'>
