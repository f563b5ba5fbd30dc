/** A day in parts, as Typst takes it. */
export interface DateParts {
  year: number
  month: number
  day: number
}

/** '2026-11-23' → its parts. */
export function toDateParts(date: string): DateParts {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}
