import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { SORT_LABELS, SORTS, type Sort } from '#contracts/sort.ts'
import { LazyComponent } from '#web/lib/lazy-component.tsx'
import { showNetworkError } from '#web/lib/toast.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type CatalogueView, TAB_NAMES } from '../../catalogue-url.ts'
import { countFilters } from './active-filters.tsx'
import { SearchField } from './search-field.tsx'
import type { ChangeView } from './use-catalogue.ts'

const loadFilters = () => import('./filters.tsx')
const VIEWS = [
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
  { value: 'list', label: 'List', Icon: List },
] as const

interface ToolbarProps {
  view: CatalogueView
  onChange: ChangeView
  placeholder: string
}

/** Search, sort order, filters and view (rows CAT-3 to CAT-6). It is a form, so that the search works without JavaScript. */
export function Toolbar({ view, onChange, placeholder }: ToolbarProps) {
  const [filtersOpen, setFiltersOpen] = useState(false)
  const activeFilterCount = countFilters(view)
  return (
    <search className="mb-6 block border-line border-y">
      <form
        action="/products"
        onSubmit={(event: FormEvent) => event.preventDefault()}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 py-3 sm:grid-cols-[minmax(12rem,1fr)_auto_auto] sm:gap-3"
      >
        {view.favourites && <input type="hidden" name="favourites" value="true" />}
        {view.tab !== 'machine' && <input type="hidden" name="tab" value={TAB_NAMES[view.tab]} />}
        <SearchField
          search={view.search}
          onSearch={(search) => onChange({ search })}
          placeholder={placeholder}
        />
        <select
          name="sort"
          aria-label="Sort"
          value={view.sort}
          onChange={(event) => onChange({ sort: event.target.value as Sort })}
          className="field"
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </select>
        <div className="flex gap-2 sm:gap-3">
          {!view.favourites && (
            <button
              type="button"
              aria-expanded={filtersOpen}
              onClick={() => setFiltersOpen(!filtersOpen)}
              className={buttonClass('outline', 'default', 'js-only aria-expanded:bg-surface-sunken')}
            >
              <SlidersHorizontal aria-hidden="true" size={18} />
              Filters
              {activeFilterCount > 0 && <span className="tabular-nums">{`(${activeFilterCount})`}</span>}
            </button>
          )}
          <button type="submit" className={buttonClass('outline', 'default', 'no-js-only')}>
            Search
          </button>
          <ViewToggle view={view.view} onChoose={(chosen) => onChange({ view: chosen })} />
        </div>
      </form>
      {filtersOpen && !view.favourites && (
        <LazyComponent
          load={loadFilters}
          props={{ view, onChange }}
          onFail={() => {
            setFiltersOpen(false)
            showNetworkError()
          }}
        />
      )}
    </search>
  )
}

type View = CatalogueView['view']

/** Chooses between cards and rows. */
function ViewToggle({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <fieldset className="js-only flex" aria-label="View">
      {VIEWS.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          data-tooltip={label}
          aria-pressed={view === value}
          onClick={() => onChoose(value)}
          className="grid size-(--size-control) place-items-center border border-line-strong first:rounded-l-md last:-ml-px last:rounded-r-md hover:bg-surface-grey aria-pressed:border-marine aria-pressed:bg-marine aria-pressed:text-on-dark"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      ))}
    </fieldset>
  )
}
