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

/** '23 November 2026', independent of the language of the system. */
export function formatDate({ year, month, day }: DateParts): string {
  return new Date(Date.UTC(year, month - 1, day)).toLocaleDateString('en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
}
