/** The time, as everything in the server asks for it; tests set their own. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()

/** UTC, ISO 8601 with milliseconds: sorts as text. */
export const timestamp = (date: Date) => date.toISOString()
export const minutesBefore = (date: Date, minutes: number) => new Date(date.getTime() - minutes * 60_000)
export const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * 86_400_000)
