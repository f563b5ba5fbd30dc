import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'

/** Title, description and canonical path of the job finder; the path has no job. */
export const getFinderTitles = ({ company }: PublicSiteContent) => ({
  title: t('Which machine fits my part: {company}', { company: company.name }),
  description: t(
    'Enter diameter, length, material and tolerance of a part, and see which machines from {company} fit, with the reasons.',
    { company: company.name },
  ),
  path: '/finder',
})
