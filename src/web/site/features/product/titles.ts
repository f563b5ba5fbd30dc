import { truncate } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { MAX_DESCRIPTION_LENGTH, type PageTitles } from '../../page-titles.ts'

export const getProductTitles = ({ company }: PublicSiteContent, item: Item): PageTitles => ({
  title: `${item.name}: ${company.name}`,
  description: truncate(item.description.replace(/\s+/g, ' '), MAX_DESCRIPTION_LENGTH),
  path: `/product/${encodeURIComponent(item.slug)}`,
  languages: item.languages,
})
