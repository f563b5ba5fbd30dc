import { truncate } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import { getPublicationPath } from '#contracts/publication/publication-path.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import type { TranslatedLanguage } from '#messages/language.ts'
import { t } from '#messages/messages.ts'
import { buildCatalogueUrl, type CatalogueView } from './catalogue-url.ts'
import { buildComparisonUrl } from './items/remembered/compared.ts'

/** Title, description and canonical path of a page for search engines and social networks. */
export interface PageTitles {
  title: string
  description: string
  /** The canonical path in English. */
  path: string
  /** The other languages in which the page is complete. In any other, its canonical address is the English one. */
  languages?: readonly TranslatedLanguage[] | undefined
}

const MAX_DESCRIPTION_LENGTH = 155

export const getLandingTitles = ({ company, translatedInto }: PublicSiteContent): PageTitles => ({
  title: `${company.name}: ${company.tagline}`,
  description: company.summary,
  path: '/',
  languages: translatedInto,
})

/** The canonical path of a list has no search, filters or sort order. */
export const getCatalogueTitles = (
  { company, translatedInto }: PublicSiteContent,
  { tab }: CatalogueView,
): PageTitles => ({
  title: `${t(KIND_LABELS[tab].heading)}: ${company.name}`,
  description: `${t('{items} with specifications and prices from {company}.', { items: t(KIND_LABELS[tab].heading), company: company.name })} ${company.summary}`,
  path: buildCatalogueUrl({ tab }),
  languages: translatedInto,
})

/** The canonical path of a comparison shows all rows. */
export const getComparisonTitles = ({ company }: PublicSiteContent, items: Item[]): PageTitles => {
  const names = items.map(({ name }) => name).join(', ')
  return {
    title: names
      ? t('Compare {names}: {company}', {
          names: truncate(names, MAX_DESCRIPTION_LENGTH),
          company: company.name,
        })
      : t('Compare: {company}', { company: company.name }),
    description: names
      ? truncate(t('Specifications and prices side by side: {names}.', { names }), MAX_DESCRIPTION_LENGTH)
      : t('Compare machines and spare parts from {company} side by side.', { company: company.name }),
    path: buildComparisonUrl(items.map(({ slug }) => slug)),
  }
}

export const getProductTitles = ({ company }: PublicSiteContent, item: Item): PageTitles => ({
  title: `${item.name}: ${company.name}`,
  description: truncate(item.description.replace(/\s+/g, ' '), MAX_DESCRIPTION_LENGTH),
  path: `/product/${encodeURIComponent(item.slug)}`,
  languages: item.languages,
})

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
