import { toBusinessDate } from '#contracts/business-date.ts'

const timeZone = 'Asia/Kolkata'
const timeFormat = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', timeZone })
const dayFormat = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone })

/** '2:32 pm' today, '2:32 pm on 20 Nov' on other days, in India. */
export function formatClockTime(at: string): string {
  const date = new Date(at)
  const isToday = toBusinessDate(date) === toBusinessDate(new Date())
  return isToday ? timeFormat.format(date) : `${timeFormat.format(date)} on ${dayFormat.format(date)}`
}
