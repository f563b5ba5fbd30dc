import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, startTransition, useOptimistic, useState } from 'react'
import { OnDemand } from '../../../lib/on-demand.tsx'
import { showNetworkError } from '../../../lib/toast.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { type CatalogueView, TAB_NAMES } from '../../catalogue-address.ts'
import { countFilters } from './active-filters.tsx'
import { SearchField } from './search-field.tsx'
import type { ChangeView } from './use-catalogue.ts'

const loadFilters = () => import('./filters.tsx')
const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'featured', label: 'Featured first' },
] as const
const VIEWS = [
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
  { value: 'list', label: 'List', Icon: List },
] as const

interface ToolsProps {
  view: CatalogueView
  onChange: ChangeView
  placeholder: string
}

/** Search, sort, filters and view (rows CAT-3 to CAT-6). A plain form, so that searching works without JavaScript too. */
export function Tools({ view, onChange, placeholder }: ToolsProps) {
  const [filtering, setFiltering] = useState(false)
  const filters = countFilters(view)
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
          onChange={(event) => onChange({ sort: event.target.value as CatalogueView['sort'] })}
          className="field"
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <div className="flex gap-2 sm:gap-3">
          {!view.favourites && (
            <button
              type="button"
              aria-expanded={filtering}
              onClick={() => setFiltering(!filtering)}
              className={buttonClass('outline', 'default', 'needs-script aria-expanded:bg-surface-sunken')}
            >
              <SlidersHorizontal aria-hidden="true" size={18} />
              Filters
              {filters > 0 && <span className="tabular-nums">{`(${filters})`}</span>}
            </button>
          )}
          <button type="submit" className={buttonClass('outline', 'default', 'without-script')}>
            Search
          </button>
          <ViewChoice view={view.view} onChoose={(wanted) => onChange({ view: wanted })} />
        </div>
      </form>
      {filtering && !view.favourites && (
        <OnDemand
          load={loadFilters}
          props={{ view, onChange }}
          onFail={() => {
            setFiltering(false)
            showNetworkError()
          }}
        />
      )}
    </search>
  )
}

type View = CatalogueView['view']

/** Cards or lines. What was pressed shows first, and the page follows a frame later: it has much to do. */
function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const [shown, show] = useOptimistic(view)
  const choose = (wanted: View) =>
    startTransition(async () => {
      show(wanted)
      await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))
      onChoose(wanted)
    })
  return (
    <fieldset className="needs-script flex" aria-label="View">
      {VIEWS.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          data-tooltip={label}
          aria-pressed={shown === value}
          onClick={() => choose(value)}
          className="grid size-(--size-control) place-items-center border border-line-strong first:rounded-l-md last:-ml-px last:rounded-r-md hover:bg-surface-grey aria-pressed:border-marine aria-pressed:bg-marine aria-pressed:text-on-dark"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      ))}
    </fieldset>
  )
}
