import { SiteContent, type SiteContentDraft } from '#contracts/site-content/site-content.ts'
import { badRequest, HttpProblem } from '#server/kernel/http/problem.ts'

/** The subject of the settings in the audit log. */
export const SETTINGS_SUBJECT = {
  subject: 'settings',
  subjectId: 'site-content',
  subjectName: 'Settings',
} as const

/** Returns the draft for the preview; sections that are not valid are taken from the saved content. */
export function mergeDraft(saved: SiteContent, draft: SiteContentDraft): SiteContent {
  const shown = Object.entries(SiteContent.shape).flatMap(([key, part]) => {
    const read = part.safeParse(draft[key])
    return read.success ? [[key, read.data]] : []
  })
  return { ...saved, ...Object.fromEntries(shown) }
}

/** Throws 400 for amounts in dollars without a rate, which are rupees with another sign; the untouched default may stay. */
export function rejectDollarsWithoutRate({ prices: before }: SiteContent, { prices }: SiteContent): void {
  const isWrong = (value: SiteContent['prices']) =>
    value.detailsCurrency === 'USD' && value.rupeesPerDollar === null
  if (!isWrong(prices) || isWrong(before)) return
  const message = 'Prices, Exchange rate (Rs per US$): enter a rate, or select rupees.'
  throw badRequest(message, [{ field: 'content.prices.rupeesPerDollar', message }])
}

/** Returns the 409 for a save of an older revision. */
export function conflictError(lastChange: { by: string; detail: string } | undefined): HttpProblem {
  const who = lastChange
    ? `${lastChange.by} saved the settings (${lastChange.detail})`
    : 'A colleague saved the settings'
  return new HttpProblem(409, 'changed-meanwhile', `${who} while you were working on them.`)
}
