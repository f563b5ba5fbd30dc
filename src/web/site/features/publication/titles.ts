import { truncate } from '#contracts/format.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import { getPublicationPath } from '#contracts/publication/publication-path.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { MAX_DESCRIPTION_LENGTH, type PageTitles } from '../../page-titles.ts'

export const getArticlesTitles = ({ company }: PublicSiteContent): PageTitles => ({
  title: t('Articles: {company}', { company: company.name }),
  description: truncate(
    t('What customers make with our machines, and news from {company}.', { company: company.name }),
    MAX_DESCRIPTION_LENGTH,
  ),
  path: '/articles',
})

export const getPublicationTitles = (
  { company }: PublicSiteContent,
  publication: Publication,
): PageTitles => ({
  title: `${publication.title}: ${company.name}`,
  description: truncate(publication.summary.replace(/\s+/g, ' '), MAX_DESCRIPTION_LENGTH),
  path: getPublicationPath(publication),
  languages: publication.languages,
})
