const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** '14:32' today, '14:32 on 20 November' before. */
export function formatClockTime(at: string): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? timeFormat.format(date) : `${timeFormat.format(date)} on ${dayFormat.format(date)}`
}
