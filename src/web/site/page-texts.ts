import type { Item } from '#contracts/item-reader.ts'
import type { SiteContent } from '#contracts/site-content.ts'
import { truncate } from '../lib/format.ts'
import { type CatalogueView, catalogueAddress, TAB_LABELS } from './catalogue-address.ts'

/** What a page says of itself to search engines and to those who share it. */
export interface PageTexts {
  title: string
  description: string
  /** The one address under which the page is known. */
  path: string
}

const DESCRIPTION_LENGTH = 155

export const landingTexts = ({ company }: SiteContent): PageTexts => ({
  title: `${company.name}: ${company.tagline}`,
  description: company.summary,
  path: '/',
})

/** Searches, filters and orders of a list are the list to search engines. */
export const catalogueTexts = ({ company }: SiteContent, { tab }: CatalogueView): PageTexts => ({
  title: `${TAB_LABELS[tab].title}: ${company.name}`,
  description: `${TAB_LABELS[tab].title} with specifications and prices from ${company.name}. ${company.summary}`,
  path: catalogueAddress({ tab }),
})

export const productTexts = ({ company }: SiteContent, item: Item): PageTexts => ({
  title: `${item.name}: ${company.name}`,
  description: truncate(item.description.replace(/\s+/g, ' '), DESCRIPTION_LENGTH),
  path: `/product/${encodeURIComponent(item.slug)}`,
})
