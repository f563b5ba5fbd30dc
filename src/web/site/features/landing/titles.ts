import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import type { PageTitles } from '../../page-titles.ts'

export const getLandingTitles = ({ company, translatedInto }: PublicSiteContent): PageTitles => ({
  title: `${company.name}: ${company.tagline}`,
  description: company.summary,
  path: '/',
  languages: translatedInto,
})
