import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Facets, SpecificationFacet } from '#contracts/discovery.ts'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
  type SpecificationFilter,
} from '#contracts/specification-filter.ts'
import { getJson } from '#web/lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { CatalogueView } from '../../catalogue-url.ts'
import { ChoiceField, RangeField } from './filter-inputs.tsx'
import type { ChangeView } from './use-catalogue.ts'

interface FiltersProps {
  view: CatalogueView
  onChange: ChangeView
}

/**
 * The filters that the items of the chosen category and of the chosen words ('Machine type: Capstan lathe') have. Numbers
 * narrow the list alone: while one is typed, the other fields stay.
 */
const facetsQuery = ({ tab: kind, search, category, fits, specifications }: CatalogueView) => {
  const words = formatSpecificationFilters(
    parseSpecificationFilters(specifications).filter(({ value }) => value),
  )
  const params = new URLSearchParams({
    kind,
    search,
    ...(category && { category }),
    ...(fits && { fits }),
    ...(words && { specifications: words }),
  })
  return queryOptions({
    queryKey: ['/api/facets', String(params)],
    queryFn: async ({ meta, signal }) =>
      (await getJson(meta!.api, `/api/facets?${params}`, { signal })) as Facets,
    placeholderData: keepPreviousData,
  })
}

/** The filters of a list: category, price, and the specifications that its items have in common (row CAT-6). */
export default function Filters({ view, onChange }: FiltersProps) {
  const facets = useQuery(facetsQuery(view))
  return (
    <section aria-label="Filters" className="border-line border-t py-4">
      {facets.isPending ? (
        <Spinner label="Loading..." />
      ) : facets.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-4 text-danger">
          The filters could not be loaded.
          <Button variant="outline" size="sm" onClick={() => void facets.refetch()}>
            Try Again
          </Button>
        </p>
      ) : (
        <FilterFields key={view.tab} view={view} facets={facets.data} onChange={onChange} />
      )}
    </section>
  )
}

function FilterFields({ view, facets, onChange }: FiltersProps & { facets: Facets }) {
  const { categories, prices, featured, machines } = facets
  const specificationFilters = parseSpecificationFilters(view.specifications)
  const specifications = useStableOrder(withActiveFilters(facets.specifications, specificationFilters))
  /** Changes one filter; the others are read from the address at that time. */
  const updateSpecificationFilter = (
    key: string,
    change: (before: SpecificationFilter) => SpecificationFilter,
  ) =>
    onChange((now) => {
      const currentFilters = parseSpecificationFilters(now.specifications)
      const updated = change(currentFilters.find((other) => other.key === key) ?? { key })
      const others = currentFilters.filter((other) => other.key !== key)
      return {
        specifications: formatSpecificationFilters(isActiveFilter(updated) ? [...others, updated] : others),
      }
    })
  // Machines can be in no category, so that one category divides them.
  const hasCategories = categories.length >= (view.tab === 'machine' ? 1 : 2)
  const isEmpty =
    !hasCategories && !prices && featured === 0 && machines.length === 0 && specifications.length === 0
  if (isEmpty) return <p className="text-muted">No filters available.</p>
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
      {(hasCategories || view.category) && (
        <ChoiceField
          label="Category"
          selected={view.category}
          values={categories.map(({ name, count }) => ({ value: name, text: name, count }))}
          onSelect={(category) => onChange({ category })}
        />
      )}
      {(machines.length > 0 || view.fits) && (
        <ChoiceField
          label="Fits machine"
          selected={view.fits}
          values={machines.map(({ slug, name, count }) => ({ value: slug, text: name, count }))}
          onSelect={(fits) => onChange({ fits })}
        />
      )}
      {(prices || view.priceFrom !== undefined || view.priceTo !== undefined) && (
        <RangeField
          label="Price, ₹"
          min={prices?.from ?? 0}
          max={prices?.to ?? 0}
          from={view.priceFrom}
          to={view.priceTo}
          className="sm:col-span-2"
          onFrom={(priceFrom) => onChange({ priceFrom })}
          onTo={(priceTo) => onChange({ priceTo })}
        />
      )}
      {specifications.map((facet) => (
        <SpecificationField
          key={facet.key}
          facet={facet}
          filter={specificationFilters.find(({ key }) => key === facet.key)}
          onChange={(change) => updateSpecificationFilter(facet.key, change)}
        />
      ))}
      <div className="flex min-h-(--size-control) flex-wrap items-center gap-x-6 gap-y-2 self-end">
        {(featured > 0 || view.featured) && (
          <label className="flex min-h-6 items-center gap-2.5">
            <input
              type="checkbox"
              checked={view.featured}
              onChange={(event) => onChange({ featured: event.target.checked })}
              className="size-5 accent-marine"
            />
            Featured only
          </label>
        )}
      </div>
    </div>
  )
}

/** The facets, and a field for every active filter that none of the items has, so that it can be changed. */
function withActiveFilters(
  facets: SpecificationFacet[],
  filters: SpecificationFilter[],
): SpecificationFacet[] {
  const missing = filters.filter(({ key }) => facets.every((facet) => facet.key !== key))
  return [
    ...facets,
    ...missing.map(({ key, from, to, value }): SpecificationFacet => {
      const [name = '', unit = ''] = key.split('.')
      const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
      if (value) return { key, label, unit, values: [{ value, text: value.replaceAll('-', ' '), count: 0 }] }
      return { key, label, unit, from: from ?? 0, to: to ?? from ?? 0 }
    }),
  ]
}

/** Keeps facets that were on display in their order, so that the field with the focus is not moved; new ones follow. */
function useStableOrder(facets: SpecificationFacet[]): SpecificationFacet[] {
  const ranks = useRef(new Map<string, number>()).current
  for (const { key } of facets) if (!ranks.has(key)) ranks.set(key, ranks.size)
  return facets.toSorted((one, other) => ranks.get(one.key)! - ranks.get(other.key)!)
}

const isActiveFilter = ({ from, to, value }: SpecificationFilter) =>
  [from, to, value].some((part) => part !== undefined)

function SpecificationField(props: {
  facet: SpecificationFacet
  filter: SpecificationFilter | undefined
  onChange: (change: (before: SpecificationFilter) => SpecificationFilter) => void
}) {
  const { facet, filter, onChange } = props
  const { key, label, unit, values } = facet
  if (values) {
    return (
      <ChoiceField
        label={label}
        selected={filter?.value ?? ''}
        values={values}
        onSelect={(value) => onChange(() => (value ? { key, value } : { key }))}
      />
    )
  }
  return (
    <RangeField
      label={unit ? `${label}, ${unit}` : label}
      min={facet.from ?? 0}
      max={facet.to ?? 0}
      from={filter?.from}
      to={filter?.to}
      onFrom={(from) =>
        onChange(({ to }) => ({ key, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }))
      }
      onTo={(to) =>
        onChange(({ from }) => ({
          key,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        }))
      }
    />
  )
}
