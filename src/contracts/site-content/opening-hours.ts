import { z } from 'zod'

/** The days of the week by number, 1 for Monday. */
export const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Days of the week, 1 for Monday, with the same hours, such as '09:00' and '20:00'. */
export const OpeningHours = z.object({
  days: z.array(z.int().min(1).max(7)),
  opens: z.string(),
  closes: z.string(),
})
export type OpeningHours = z.infer<typeof OpeningHours>

/** 'Monday to Saturday', '9:00 AM to 8:00 PM' → days and times; nothing where staff wrote it another way. */
export function readOpeningHours({ days, hours }: { days: string; hours: string }): OpeningHours[] {
  const [first = '', last = first] = days.split(/(?<!\s)\s+to\s+/i)
  const [from, to] = [DAY_NAMES.indexOf(first), DAY_NAMES.indexOf(last)]
  const [opens, closes] = hours.split(/(?<!\s)\s+to\s+/i).map(to24HourTime)
  if (from < 0 || to < from || !opens || !closes) return []
  return [{ days: Array.from({ length: to - from + 1 }, (_, index) => from + 1 + index), opens, closes }]
}

/** '8:00 PM' → '20:00'. */
function to24HourTime(text: string): string | undefined {
  const [, hour, minute, half] = /^(\d{1,2})(?::(\d{2}))?\s*([AP])M$/i.exec(text.trim()) ?? []
  if (!hour) return undefined
  const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}
