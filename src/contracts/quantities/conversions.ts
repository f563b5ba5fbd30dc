/* What converts numbers between units, for those who load it only when it is needed. */
export { fromImperial, getImperialUnit, toImperial } from './imperial-numbers.ts'
export { findUnit, toBase } from './units.ts'
