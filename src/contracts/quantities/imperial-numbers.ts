import { UNITS } from './definitions.ts'
import { fromBase, round, toBase } from './units.ts'

/* Numbers of metric units in imperial ones, without the reader of texts. */

/** A converted number differs from the exact one by no more than this share, however few digits were typed. */
const MAX_ERROR = 0.02
/** A converted number has no more decimals. */
export const MAX_DECIMALS = 6

/** The imperial unit for a metric one as it is written after a number; undefined if the unit is shown as it is. */
export function getImperialUnit(unit: string): string | undefined {
  const imperial = UNITS[unit]?.imperial
  return imperial === 'inch' ? 'in' : imperial
}

/** Returns a number of a metric unit in the imperial one, as precise as it is written: 42 (mm) → 1.65. */
export function toImperial(value: number, unit: string): number {
  const exact = convert(value, unit)
  return roundTo(exact, getDecimals(exact, countDecimals(String(value)), unit))
}

/**
 * Returns a number of the imperial unit in the metric one: the one with the fewest decimals that is shown as this number. A
 * visitor who enters 1.26 because the site shows 32 mm as 1.26 in means 32 mm, not 32.004.
 */
export function fromImperial(value: number, unit: string): number {
  const exact = fromBase(toBase(value, UNITS[unit]!.imperial!), unit)
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const rounded = roundTo(exact, decimals)
    if (toImperial(rounded, unit) === value) return rounded
  }
  return exact
}

/** Returns the exact number of the imperial unit for one of a metric unit. */
export const convert = (value: number, unit: string): number =>
  fromBase(toBase(value, unit), UNITS[unit]!.imperial!)

/** Returns a difference in the imperial unit: one of 1 °C is one of 1.8 °F. */
export const convertSpan = (value: number, unit: string): number => value * getRatio(unit)

const getRatio = (unit: string): number => UNITS[unit]!.factor / UNITS[UNITS[unit]!.imperial!]!.factor

/** Returns the number of decimals of a number as it is written. */
export const countDecimals = (number: string): number => number.split('.')[1]?.length ?? 0

/** Returns the decimals that state a converted number as precisely as it was typed: 1 mm is more than 0.01 in, so 42 mm is 1.65 in. */
export function getDecimals(exact: number, typed: number, unit: string): number {
  let decimals = Math.ceil(typed - Math.log10(getRatio(unit)))
  while (decimals < MAX_DECIMALS && Math.abs(roundTo(exact, decimals) - exact) > Math.abs(exact) * MAX_ERROR)
    decimals++
  return decimals
}

/** Rounds to this number of decimals; below zero to tens and hundreds. */
export const roundTo = (value: number, decimals: number): number =>
  round(Math.round(round(value * 10 ** decimals)) / 10 ** decimals)
