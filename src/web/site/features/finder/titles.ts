import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'

/** Title, description and canonical path of the job finder; the path has no job. */
export const getFinderTitles = ({ company }: PublicSiteContent) => ({
  title: `Which machine fits my part: ${company.name}`,
  description: `Enter diameter, length, material and tolerance of a part, and see which machines from ${company.name} fit, with the reasons.`,
  path: '/finder',
})
