/** The current time. Tests replace it. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()

/** Returns UTC in ISO 8601 with milliseconds, which sorts as text. */
export const toIso = (date: Date) => date.toISOString()
export const subtractMinutes = (date: Date, minutes: number) => new Date(date.getTime() - minutes * 60_000)
export const subtractDays = (date: Date, days: number) => new Date(date.getTime() - days * 86_400_000)
/** The same day so many months before. A month that lacks the day gives one of the first days of the next: 31 March less one month is 3 March. */
export function subtractMonths(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  return earlier
}
