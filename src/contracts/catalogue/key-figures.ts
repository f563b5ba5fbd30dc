import type { Specifications } from '../item/item.ts'
import { DISPLAY_LIMITS } from './display-limits.ts'

/** A specification whose value is a number with a unit, short enough for large type. */
export interface KeyFigure {
  label: string
  number: string
  unit: string
}

/** '25 mm', '1.5 kW'. */
const NUMBER_WITH_UNIT = /^(\d[\d,.]{0,7})\s?([a-zA-Z°%/]{0,5})$/
const LENGTH = /^(\d[\d,]*(?:\.\d+)?)\s*mm$/

/** Returns the first three key figures; an empty list if there are fewer. */
export function listKeyFigures(specifications: Specifications): KeyFigure[] {
  const figures = specifications
    .flatMap(([label, value]) => {
      const [, number, unit = ''] = NUMBER_WITH_UNIT.exec(value) ?? []
      return number ? [{ label, number, unit }] : []
    })
    .slice(0, DISPLAY_LIMITS.cardSpecifications)
  return figures.length < DISPLAY_LIMITS.cardSpecifications ? [] : figures
}

/** '1,850 mm' → 1850; undefined for a value that is not a single length. */
export function parseLength(value: string): number | undefined {
  const digits = LENGTH.exec(value.trim())?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}
