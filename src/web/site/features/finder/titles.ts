import type { SiteContent } from '#contracts/site-content.ts'
import type { PageTitles } from '../../page-titles.ts'

/** The canonical path has no job. */
export const getFinderTitles = ({ company }: SiteContent): PageTitles => ({
  title: `Which machine fits my part: ${company.name}`,
  description: `Enter diameter, length, material and tolerance of a part, and see which machines from ${company.name} fit, with the reasons.`,
  path: '/finder',
})
