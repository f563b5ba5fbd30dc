import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
  type SpecificationFilter,
} from '#contracts/catalogue/specification-filter.ts'
import { formatRange, formatRupees } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { formatUnitOfKey, getReadableUnit, pluralizeUnit } from '#contracts/quantities/unit-names.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useLabel } from '#web/lib/site-content.tsx'
import { buildCatalogueUrl, type CatalogueView, NO_FILTERS } from '../../catalogue-url.ts'
import { slugifyLabel } from '../../items/shown-specifications.ts'
import { UnitText } from '../../items/units.tsx'
import { summariesQuery } from '../../queries/discovery-queries.ts'
import type { CatalogueData } from './use-catalogue.ts'

/** The number of active filters. */
export const countFilters = (view: CatalogueView) => getActiveFilters(view, []).length

/** The active filters, and those of an understood search, each a link to the list without it. */
export function ActiveFilters({ view, data }: { view: CatalogueView; data: CatalogueData | undefined }) {
  const { data: machines } = useQuery({ ...summariesQuery([view.fits]), enabled: view.fits !== '' })
  const id = useId()
  const getLabel = useLabel()
  const chosen = getActiveFilters(view, data?.items ?? [], { machine: machines?.[0]?.name, getLabel })
  const active = [...listUnderstoodFilters(view, data), ...chosen]
  if (active.length === 0) return null
  const clear = chosen.length > 0 ? [{ text: t('Clear filters'), without: NO_FILTERS }] : []
  return (
    <ul aria-label={t('Active filters')} className="mb-3 flex flex-wrap gap-2 print:hidden">
      <li hidden id={id}>
        {t('Remove filter:')}
      </li>
      {[...active, ...clear].map(({ text, without }, index) => (
        <li key={text}>
          <SiteLink
            to={buildCatalogueUrl({ ...view, from: 0, ...without })}
            replace
            aria-labelledby={index < active.length ? `${id} ${id + index}` : undefined}
            className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line-strong px-3 font-head font-medium text-label hover:border-ink hover:bg-surface-grey"
          >
            <span id={id + index}>
              <UnitText text={text} />
            </span>
            {index < active.length && <X aria-hidden="true" size={16} />}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

interface ActiveFilter {
  text: string
  without: Partial<CatalogueView>
}

/** The filters that the search on display was understood as. Without one, its words and the other filters are left. */
const listUnderstoodFilters = (view: CatalogueView, data: CatalogueData | undefined): ActiveFilter[] =>
  data?.understood?.labels.map((text, removed) => ({
    text,
    without: {
      search: data.understood!.search,
      specifications: [...data.understood!.specifications.split(','), view.specifications]
        .filter((filter, index) => filter && index !== removed)
        .join(),
    },
  })) ?? []

function getActiveFilters(
  view: CatalogueView,
  items: Item[],
  { machine, getLabel }: { machine?: string | undefined; getLabel?: (name: string) => string } = {},
): ActiveFilter[] {
  const { category, featured, fits, priceFrom, priceTo } = view
  const specificationFilters = parseSpecificationFilters(view.specifications)
  return [
    ...(category ? [{ text: getLabel?.(category) ?? category, without: { category: '' } }] : []),
    ...(featured ? [{ text: t('Featured'), without: { featured: false } }] : []),
    ...(fits ? [{ text: t('Fits {machine}', { machine: machine ?? fits }), without: { fits: '' } }] : []),
    ...(priceFrom || priceTo
      ? [
          {
            text: formatRange(priceFrom && formatRupees(priceFrom), priceTo && formatRupees(priceTo)),
            without: { priceFrom: undefined, priceTo: undefined },
          },
        ]
      : []),
    ...specificationFilters.map((filter) => ({
      text: toFilterLabel(filter, items, getLabel),
      without: {
        specifications: formatSpecificationFilters(specificationFilters.filter((other) => other !== filter)),
      },
    })),
  ]
}

/** Returns how a filter on a specification is named: 'Turret: from 6 stations'. */
export function toFilterLabel(
  { key, unit: typed, from, to, suits, value }: SpecificationFilter,
  items: Item[],
  getLabel = (name: string) => name,
): string {
  // Of a filter on several specifications, the first one is named.
  const [name = '', ofKey = ''] = key.split('/')[0]!.split('.')
  const { unit, factor } = getReadableUnit(typed ?? formatUnitOfKey(ofKey), [from, to, suits])
  const toShown = (number: number | undefined) => (number === undefined ? undefined : number / factor)
  const pairs = items.flatMap((item) => item.specifications).filter(([label]) => slugifyLabel(label) === name)
  const label = pairs[0]?.[0] ?? (name === '*' ? t('any size') : name.replaceAll('-', ' '))
  const valueText = value
    ? (pairs.flatMap(([, text]) => text.split(/,\s+/)).find((text) => slugifyLabel(text) === value) ??
      value.replaceAll('-', ' '))
    : `${toShown(suits) ?? formatRange(toShown(from), toShown(to))} ${pluralizeUnit(unit)}`.trim()
  return `${getLabel(label)}: ${valueText}`
}
