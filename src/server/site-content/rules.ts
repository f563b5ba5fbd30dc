import { SiteContent, type SiteContentDraft } from '#contracts/site-content.ts'
import { HttpProblem } from '#server/kernel/problem.ts'

/** What the settings are called in the log. */
export const SETTINGS_SUBJECT = {
  subject: 'settings',
  subjectId: 'site-content',
  subjectName: 'Settings',
} as const

/** What the draft's author sees on the site: the draft, but for those parts that no page could show as they are. */
export function mergeDraft(saved: SiteContent, draft: SiteContentDraft): SiteContent {
  const shown = Object.entries(SiteContent.shape).flatMap(([key, part]) => {
    const read = part.safeParse(draft[key])
    return read.success ? [[key, read.data]] : []
  })
  return { ...saved, ...Object.fromEntries(shown) }
}

/** 409: somebody saved since the document was opened. Times are UTC: the server does not know where its reader is. */
export function conflictError(
  lastChange: { by: string; at: string; detail: string } | undefined,
): HttpProblem {
  const who = lastChange
    ? `${lastChange.by} saved the settings on ${lastChange.at.slice(0, 10)} at ${lastChange.at.slice(11, 16)} UTC (${lastChange.detail})`
    : 'Somebody saved the settings'
  return new HttpProblem(409, 'stale', `${who} while you were editing. Your changes were not saved.`)
}
