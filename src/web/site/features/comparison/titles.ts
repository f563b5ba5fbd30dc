import { truncate } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { buildComparisonUrl } from '../../items/remembered/compared.ts'
import { MAX_DESCRIPTION_LENGTH, type PageTitles } from '../../page-titles.ts'

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
