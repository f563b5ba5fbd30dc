const timeFormat = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' })
const dayFormat = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' })

/** '2:32 pm' today, '2:32 pm on 20 Nov' on other days, in the time zone of the browser. */
export function formatClockTime(at: string): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? timeFormat.format(date) : `${timeFormat.format(date)} on ${dayFormat.format(date)}`
}
