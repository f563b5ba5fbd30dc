import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { buildCatalogueUrl, type CatalogueView } from '../../catalogue-url.ts'
import type { PageTitles } from '../../page-titles.ts'

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
