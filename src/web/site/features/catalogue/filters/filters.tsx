import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Facets, SpecificationFacet } from '#contracts/catalogue/discovery.ts'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
  type SpecificationFilter,
} from '#contracts/catalogue/specification-filter.ts'
import { parseSpokenRupees } from '#contracts/item/price-rules.ts'
import { getReadableUnit, pluralizeUnit } from '#contracts/quantities/unit-names.ts'
import { t } from '#messages/messages.ts'
import { getJson } from '#web/lib/api/api.ts'
import { useLabel } from '#web/lib/site-content.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import type { CatalogueView } from '../../../catalogue-url.ts'
import { UnitSwitch, useIsImperial } from '../../../items/units.tsx'
import type { ChangeView } from '../use-catalogue.ts'
import { ChoiceField, RangeField } from './filter-inputs.tsx'

export interface FiltersProps {
  view: CatalogueView
  onChange: ChangeView
}

/** The filters that the items on display have, with the number of items that each choice leaves. */
const facetsQuery = (view: CatalogueView) => {
  const { tab: kind, search, category, fits, featured, priceFrom, priceTo, specifications } = view
  const params = new URLSearchParams({ kind, search })
  for (const [name, value] of Object.entries({ category, fits, featured, specifications }))
    if (value) params.set(name, String(value))
  for (const [name, value] of Object.entries({ priceFrom, priceTo }))
    if (value !== undefined) params.set(name, String(value))
  return queryOptions({
    queryKey: ['/api/facets', String(params)],
    queryFn: async ({ meta, signal }) => ({
      ...(await getJson<Facets>(meta!.api, `/api/facets?${params}`, { signal })),
      choices: getChoices(view),
    }),
    placeholderData: keepPreviousData,
  })
}

/** The conversions between units: for visitors with imperial units, and bounds in another unit than the list has. */
const conversionsQuery = queryOptions({
  queryKey: ['unit-conversions'],
  queryFn: () => import('#contracts/quantities/conversions.ts'),
})
type Conversions = typeof import('#contracts/quantities/conversions.ts')

/** Identifies what is chosen in words. While it stays, fields keep their places; numbers change the list alone. */
const getChoices = ({ search, category, fits, specifications }: CatalogueView): string =>
  JSON.stringify([
    search,
    category,
    fits,
    formatSpecificationFilters(parseSpecificationFilters(specifications).filter(({ value }) => value)),
  ])

/**
 * The filters of a list: category, price, and the specifications that its items have in common (row CAT-6). `isSheet`: they
 * cover the window, instead of standing beside the list.
 */
export default function Filters({ view, onChange, isSheet = false }: FiltersProps & { isSheet?: boolean }) {
  const facets = useQuery(facetsQuery(view))
  const isImperial = useIsImperial()
  const hasOwnUnits = parseSpecificationFilters(view.specifications).some(({ unit }) => unit !== undefined)
  const conversions = useQuery({ ...conversionsQuery, enabled: isImperial || hasOwnUnits })
  return (
    <section aria-label={t('Filters')} className="border-line px-6 py-5 lg:border-b lg:px-4">
      {facets.isPending || (hasOwnUnits && conversions.isPending) ? (
        // Beside the list, which says itself that it is loading.
        <Spinner label={t('Loading...')} isSilent={!isSheet} />
      ) : facets.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-4 text-danger">
          {t('We could not load the filters.')}
          <Button variant="outline" size="sm" onClick={() => void facets.refetch()}>
            {t('Try Again')}
          </Button>
        </p>
      ) : (
        <OfferedFilters
          key={view.tab}
          view={view}
          facets={facets.data}
          conversions={conversions.data}
          isImperial={isImperial}
          onChange={onChange}
        />
      )}
    </section>
  )
}

type OfferedFacets = Facets & { choices: string }

interface OfferedFiltersProps extends FiltersProps {
  facets: OfferedFacets
  /** Undefined until they are loaded. */
  conversions: Conversions | undefined
  isImperial: boolean
}

function OfferedFilters({ view, facets, conversions, isImperial, onChange }: OfferedFiltersProps) {
  const { categories, featured, machines } = facets
  const getLabel = useLabel()
  const readFilters = ({ specifications }: CatalogueView) =>
    parseSpecificationFilters(specifications).map((filter) =>
      toOfferedFilter(filter, facets.specifications, conversions),
    )
  const specificationFilters = readFilters(view)
  const { prices, remembered } = useRememberedFacets(
    facets,
    specificationFilters.map(({ key }) => key),
  )
  const specifications = [...remembered, ...listMissingFacets(remembered, specificationFilters)]
  const offered = new Set(facets.specifications.map(({ key }) => key))
  /** Changes one filter; the others are read from the address at that time. */
  const updateSpecificationFilter = (
    key: string,
    change: (before: SpecificationFilter) => SpecificationFilter,
  ) =>
    onChange((now) => {
      const currentFilters = readFilters(now)
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
  if (isEmpty) return <p className="no-filters text-muted">{t('No filters available.')}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-y-5">
      {(hasCategories || view.category) && (
        <ChoiceField
          label={t('Category')}
          selected={view.category}
          values={categories.map(({ name, count }) => ({ value: name, text: getLabel(name), count }))}
          onSelect={(category) => onChange({ category })}
        />
      )}
      {(machines.length > 0 || view.fits) && (
        <ChoiceField
          label={t('Fits machine')}
          selected={view.fits}
          values={machines.map(({ slug, name, count }) => ({ value: slug, text: name, count }))}
          onSelect={(fits) => onChange({ fits })}
        />
      )}
      {(prices || view.priceFrom !== undefined || view.priceTo !== undefined) && (
        <RangeField
          label={t('Price')}
          unit="₹"
          min={prices?.from ?? 0}
          max={prices?.to ?? 0}
          from={view.priceFrom}
          to={view.priceTo}
          example="25 lakh"
          parse={parseSpokenRupees}
          isDisabled={!facets.prices && view.priceFrom === undefined && view.priceTo === undefined}
          onFrom={(priceFrom) => onChange({ priceFrom })}
          onTo={(priceTo) => onChange({ priceTo })}
        />
      )}
      {specifications.map((facet) => (
        <SpecificationField
          key={facet.key}
          facet={facet}
          areCountsKnown={!facets.isSampled}
          isOffered={offered.has(facet.key)}
          filter={specificationFilters.find(({ key }) => key === facet.key)}
          conversions={isImperial ? conversions : undefined}
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
            {t('Featured only')}
          </label>
        )}
        {specifications.some(({ imperialUnit }) => imperialUnit) && <UnitSwitch />}
      </div>
    </div>
  )
}

/** A filter in the unit of the facet on the same specification: 'bar-capacity:1.6in..' as 'bar-capacity.mm:40.64..'. */
function toOfferedFilter(
  filter: SpecificationFilter,
  facets: SpecificationFacet[],
  conversions: Conversions | undefined,
): SpecificationFilter {
  const { key, unit, from, to } = filter
  const base = unit === undefined ? undefined : conversions?.findUnit(unit)
  const facet = facets.find((each) => each.unit !== '' && each.key.split('.')[0] === key.split('.')[0])
  if (!conversions || base === undefined || !facet) return filter
  return {
    key: facet.key,
    ...(from !== undefined && { from: conversions.toBase(from, base) }),
    ...(to !== undefined && { to: conversions.toBase(to, base) }),
  }
}

/** The filter with another bound; undefined removes it. */
function withBound(
  { from, to, ...rest }: SpecificationFilter,
  change: { from?: number | undefined; to?: number | undefined },
): SpecificationFilter {
  const bounds = { from, to, ...change }
  return {
    ...rest,
    ...(bounds.from !== undefined && { from: bounds.from }),
    ...(bounds.to !== undefined && { to: bounds.to }),
  }
}

const convertBound = (bound: number | undefined, convert: (number: number) => number) =>
  bound === undefined ? undefined : convert(bound)

/** Fields for active filters that none of the items has, so that they can be changed. */
function listMissingFacets(
  facets: SpecificationFacet[],
  filters: SpecificationFilter[],
): SpecificationFacet[] {
  const missing = filters.filter(
    ({ key, suits }) =>
      // A filter on several specifications has no field. It can be removed above the list.
      suits === undefined && !/[*/]/.test(key) && facets.every((facet) => facet.key !== key),
  )
  return missing.map(({ key, unit: typed, from, to, value }): SpecificationFacet => {
    const [name = '', unit = typed ?? ''] = key.split('.')
    const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
    if (value) return { key, label, unit, values: [{ value, text: value.replaceAll('-', ' '), count: 0 }] }
    return { key, label, unit, from: from ?? to ?? 0, to: to ?? from ?? 0 }
  })
}

/**
 * The facets that were on display since `choices` changed, with their latest counts and in a constant order, and the chosen
 * ones: a number that leaves few items must not move the fields.
 */
function useRememberedFacets({ choices, specifications, prices }: OfferedFacets, chosenKeys: string[]) {
  const ranks = useRef(new Map<string, number>()).current
  const memory = useRef<{
    choices: string
    prices: Facets['prices']
    facets: Map<string, SpecificationFacet>
  }>(undefined)
  if (memory.current?.choices !== choices) memory.current = { choices, prices: null, facets: new Map() }
  memory.current.prices = prices ?? memory.current.prices
  const hasAll = memory.current.facets.size > 0
  for (const facet of specifications) {
    const isShown = memory.current.facets.has(facet.key) || chosenKeys.includes(facet.key)
    if (isShown || !hasAll) memory.current.facets.set(facet.key, facet)
    if (!ranks.has(facet.key)) ranks.set(facet.key, ranks.size)
  }
  const remembered = [...memory.current.facets.values()]
  remembered.sort((one, other) => ranks.get(one.key)! - ranks.get(other.key)!)
  return { prices: memory.current.prices, remembered }
}

const isActiveFilter = ({ from, to, suits, value }: SpecificationFilter) =>
  [from, to, suits, value].some((part) => part !== undefined)

function SpecificationField(props: {
  facet: SpecificationFacet
  filter: SpecificationFilter | undefined
  /** Whether the items on display differ in it. */
  isOffered: boolean
  areCountsKnown: boolean
  /** Present for imperial units. */
  conversions: Conversions | undefined
  onChange: (change: (before: SpecificationFilter) => SpecificationFilter) => void
}) {
  const { facet, filter, isOffered, areCountsKnown, conversions, onChange } = props
  const { key, label, unit, values, meaning, histogram } = facet
  const isDisabled = !isOffered && filter === undefined
  const imperial = conversions?.getImperialUnit(unit)
  if (values) {
    return (
      <ChoiceField
        label={label}
        selected={filter?.value ?? ''}
        values={areCountsKnown ? values : values.map(({ value, text }) => ({ value, text }))}
        isDisabled={isDisabled}
        onSelect={(value) => onChange(() => (value ? { key, value } : { key }))}
      />
    )
  }
  const readable = getReadableUnit(unit, [facet.from, facet.to])
  const toShown = (number: number) =>
    conversions && imperial ? conversions.toImperial(number, unit) : number / readable.factor
  const toStored = (number: number) =>
    conversions && imperial ? conversions.fromImperial(number, unit) : number * readable.factor
  return (
    <RangeField
      key={imperial ?? readable.unit}
      label={label}
      unit={imperial ?? pluralizeUnit(readable.unit)}
      min={toShown(facet.from ?? 0)}
      max={toShown(facet.to ?? 0)}
      meaning={meaning}
      histogram={histogram}
      from={convertBound(filter?.from, toShown)}
      to={convertBound(filter?.to, toShown)}
      isDisabled={isDisabled}
      onFrom={(from) => onChange((before) => withBound(before, { from: convertBound(from, toStored) }))}
      onTo={(to) => onChange((before) => withBound(before, { to: convertBound(to, toStored) }))}
    />
  )
}
