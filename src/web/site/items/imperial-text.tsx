import type { ReactNode } from 'react'
import { showImperial } from '#contracts/quantities/imperial.ts'

export interface UnitTextProps {
  text: string
  /** The name of the specification that has this text. */
  label?: string
  /** What is shown in metric units instead of the text: a key figure, or a number without its unit. */
  children?: ReactNode
}

/** A number with its unit, and what was typed: '1.65 in (42 mm)'. */
const CONVERTED_FIGURE = /^([\d,.]+) (\S+) (\(.+\))$/

/** A text in imperial units. Loaded when a visitor has chosen them. */
export default function ImperialText({ text, label, children }: UnitTextProps) {
  const shown = showImperial(text, label)
  if (typeof children !== 'object') return shown
  const [, number, unit, stated] = CONVERTED_FIGURE.exec(shown) ?? []
  if (!stated)
    return shown === text ? (
      children
    ) : (
      <span className="block whitespace-normal font-medium text-base">{shown}</span>
    )
  return (
    <>
      {number} <small className="font-medium text-base">{unit}</small>
      <small className="block font-medium text-muted text-sm">{stated}</small>
    </>
  )
}
