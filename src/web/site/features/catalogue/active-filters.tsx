import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Item } from '#contracts/parse-item.ts'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
  type SpecificationFilter,
} from '#contracts/specification-filter.ts'
import { formatRupees } from '../../../lib/format.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import {
  buildCatalogueUrl,
  type CatalogueFilters,
  type CatalogueView,
  NO_FILTERS,
} from '../../catalogue-url.ts'
import { summariesQuery } from '../../discovery-queries.ts'
import { slugifyLabel } from '../../items/shown-specifications.ts'

/** The number of active filters. */
export const countFilters = (view: CatalogueView) => getActiveFilters(view, []).length

/** The machine by whose parts the list is filtered. */
const fittedMachineQuery = ({ fits }: CatalogueView) => ({
  ...summariesQuery([fits]),
  enabled: fits !== '',
})

/** The active filters, each a link to the list without it. */
export function ActiveFilters({ view, items = [] }: { view: CatalogueView; items?: Item[] | undefined }) {
  const { data: machines } = useQuery(fittedMachineQuery(view))
  const active = getActiveFilters(view, items, machines?.[0]?.name)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="mb-3 flex flex-wrap gap-2 print:hidden">
      {[...active, { text: 'Clear filters', without: NO_FILTERS }].map(({ text, without }, index) => (
        <li key={text}>
          <SiteLink
            to={buildCatalogueUrl({ ...view, ...without })}
            replace
            aria-label={index < active.length ? `Remove filter: ${text}` : undefined}
            className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line-strong px-3 font-head font-medium text-label hover:border-ink hover:bg-surface-grey"
          >
            {text}
            {index < active.length && <X aria-hidden="true" size={16} />}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

function getActiveFilters(
  view: CatalogueView,
  items: Item[],
  machine?: string,
): { text: string; without: Partial<CatalogueFilters> }[] {
  const { category, featured, fits, priceFrom, priceTo } = view
  const specificationFilters = parseSpecificationFilters(view.specifications)
  return [
    ...(category ? [{ text: category, without: { category: '' } }] : []),
    ...(featured ? [{ text: 'Featured', without: { featured: false } }] : []),
    ...(fits ? [{ text: `Fits ${machine ?? fits}`, without: { fits: '' } }] : []),
    ...(priceFrom || priceTo
      ? [
          {
            text: formatRange(priceFrom && formatRupees(priceFrom), priceTo && formatRupees(priceTo)),
            without: { priceFrom: undefined, priceTo: undefined },
          },
        ]
      : []),
    ...specificationFilters.map((filter) => ({
      text: toFilterLabel(filter, items),
      without: {
        specifications: formatSpecificationFilters(specificationFilters.filter((other) => other !== filter)),
      },
    })),
  ]
}

function toFilterLabel({ key, from, to, value }: SpecificationFilter, items: Item[]): string {
  const [name = '', unit = ''] = key.split('.')
  const pairs = items.flatMap((item) => item.specifications).filter(([label]) => slugifyLabel(label) === name)
  const label = pairs[0]?.[0] ?? name.replaceAll('-', ' ')
  const valueText = value
    ? (pairs.flatMap(([, text]) => text.split(/,\s+/)).find((text) => slugifyLabel(text) === value) ??
      value.replaceAll('-', ' '))
    : `${formatRange(from, to)} ${unit}`.trim()
  return `${label}: ${valueText}`
}

function formatRange(from: string | number | undefined, to: string | number | undefined): string {
  if (!to) return `from ${from}`
  return from ? `${from} to ${to}` : `up to ${to}`
}
