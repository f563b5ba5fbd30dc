import { formatDay } from '#contracts/format.ts'

/** A day of a URL, which may contain anything: the API says what is wrong with it. */
export const formatLinkedDay = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? text : formatDay(text)
