import { X } from 'lucide-react'
import type { Item } from '#contracts/item-reader.ts'
import {
  readSpecificationFilters,
  type SpecificationFilter,
  writeSpecificationFilters,
} from '#contracts/specification-filter.ts'
import { formatRupees } from '../../../lib/format.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import {
  type CatalogueFilters,
  type CatalogueView,
  catalogueAddress,
  NO_FILTERS,
} from '../../catalogue-address.ts'

/** How many filters narrow the list down. */
export const countFilters = (view: CatalogueView) => activeFilters(view, []).length

/** Every filter in force, each a link to the list without it. */
export function ActiveFilters({ view, items = [] }: { view: CatalogueView; items?: Item[] | undefined }) {
  const active = activeFilters(view, items)
  if (active.length === 0) return null
  return (
    <ul aria-label="Filters in force" className="mb-6 flex flex-wrap gap-2">
      {[...active, { text: 'Clear filters', without: NO_FILTERS }].map(({ text, without }, index) => (
        <li key={text}>
          <SiteLink
            to={catalogueAddress({ ...view, ...without })}
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

function activeFilters(
  view: CatalogueView,
  items: Item[],
): { text: string; without: Partial<CatalogueFilters> }[] {
  const { category, featured, priceFrom, priceTo } = view
  const wishes = readSpecificationFilters(view.specifications)
  return [
    ...(category ? [{ text: category, without: { category: '' } }] : []),
    ...(featured ? [{ text: 'Featured', without: { featured: false } }] : []),
    ...(priceFrom || priceTo
      ? [
          {
            text: within(priceFrom && formatRupees(priceFrom), priceTo && formatRupees(priceTo)),
            without: { priceFrom: undefined, priceTo: undefined },
          },
        ]
      : []),
    ...wishes.map((wish) => ({
      text: textOf(wish, items),
      without: { specifications: writeSpecificationFilters(wishes.filter((other) => other !== wish)) },
    })),
  ]
}

function textOf({ key, from, to, value }: SpecificationFilter, items: Item[]): string {
  const [name = '', unit = ''] = key.split('.')
  const pairs = items.flatMap((item) => item.specifications).filter(([label]) => slug(label) === name)
  const label = pairs[0]?.[0] ?? name.replaceAll('-', ' ')
  const wanted = value
    ? (pairs.flatMap(([, text]) => text.split(/,\s+/)).find((text) => slug(text) === value) ??
      value.replaceAll('-', ' '))
    : `${within(from, to)} ${unit}`.trim()
  return `${label}: ${wanted}`
}

function within(from: string | number | undefined, to: string | number | undefined): string {
  if (!to) return `from ${from}`
  return from ? `${from} to ${to}` : `up to ${to}`
}

/** As the server makes the names of filters. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
