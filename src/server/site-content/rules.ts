import { SiteContent, type SiteContentDraft } from '#contracts/site-content.ts'
import { HttpProblem } from '#server/kernel/problem.ts'

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

/** Returns the 409 for a save of an older revision. */
export function conflictError(
  lastChange: { by: string; at: string; detail: string } | undefined,
): HttpProblem {
  const who = lastChange
    ? `${lastChange.by} saved the settings on ${lastChange.at.slice(0, 10)} at ${lastChange.at.slice(11, 16)} UTC (${lastChange.detail})`
    : 'A colleague saved the settings'
  return new HttpProblem(409, 'stale', `${who} while you were editing. Your changes were not saved.`)
}
