import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react'
import type { FormEvent } from 'react'
import { SORT_LABELS, SORTS, type Sort } from '#contracts/catalogue/sort.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { msg, t } from '#messages/messages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { type CatalogueView, TAB_NAMES } from '../../catalogue-url.ts'
import { SearchField } from '../../search/search-field.tsx'
import { countFilters } from './active-filters.tsx'
import { rememberView, useIsListView } from './remembered-view.ts'
import type { ChangeView } from './use-catalogue.ts'

const VIEWS = [
  { value: 'grid', label: msg('Grid'), Icon: LayoutGrid },
  { value: 'list', label: msg('List'), Icon: List },
] as const

interface ToolbarProps {
  view: CatalogueView
  onChange: ChangeView
  placeholder: string
  areFiltersOpen: boolean
  onFiltersToggle: () => void
}

/**
 * Search, filters, sort order and view (rows CAT-3 to CAT-6), at the top of the screen while the list scrolls. It is a form, so
 * that the search works without JavaScript.
 */
export function Toolbar({ view, onChange, placeholder, areFiltersOpen, onFiltersToggle }: ToolbarProps) {
  const activeFilterCount = countFilters(view)
  return (
    <search className="contents">
      <form
        action={toLanguagePath('/products')}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          const search = String(new FormData(event.currentTarget).get('search')).trim()
          if (search && !view.favourites) onChange({ search, opensBest: true })
        }}
        className="catalogue-toolbar"
      >
        {view.favourites && <input type="hidden" name="favourites" value="true" />}
        {view.tab !== 'machine' && <input type="hidden" name="tab" value={TAB_NAMES[view.tab]} />}
        <div className="flex grow gap-2 sm:gap-3">
          <SearchField
            search={view.search}
            onSearch={(search) => onChange({ search })}
            placeholder={placeholder}
          />
          {!view.favourites && (
            <button
              type="button"
              aria-expanded={areFiltersOpen}
              onClick={onFiltersToggle}
              className={buttonClass(
                'outline',
                'default',
                'js-only shrink-0 px-3.5 aria-expanded:bg-surface-sunken',
              )}
            >
              <SlidersHorizontal aria-hidden="true" size={18} />
              {t('Filters')}
              {activeFilterCount > 0 && <span className="tabular-nums">{`(${activeFilterCount})`}</span>}
            </button>
          )}
          <button type="submit" className={buttonClass('outline', 'default', 'no-js-only')}>
            {t('Search')}
          </button>
        </div>
        <div className="flex justify-between gap-2 sm:gap-3">
          <select
            name="sort"
            aria-label={t('Sort')}
            value={view.sort}
            onChange={(event) => onChange({ sort: event.target.value as Sort })}
            className="field w-auto"
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(SORT_LABELS[sort])}
              </option>
            ))}
          </select>
          <ViewToggle view={view} onChange={onChange} />
        </div>
      </form>
    </search>
  )
}

/** Chooses between cards and rows. The device remembers the choice for this tab. */
function ViewToggle({ view, onChange }: Pick<ToolbarProps, 'view' | 'onChange'>) {
  const shown = useIsListView(view) ? 'list' : 'grid'
  return (
    <fieldset className="js-only flex" aria-label={t('View')}>
      {VIEWS.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={t(label)}
          data-tooltip={t(label)}
          aria-pressed={shown === value}
          onClick={() => {
            rememberView(view, value)
            onChange({ view: value === 'list' ? value : undefined })
          }}
          className="grid size-(--size-control) place-items-center border border-line-strong first:rounded-l-md last:-ml-px last:rounded-r-md hover:bg-surface-grey aria-pressed:border-marine aria-pressed:bg-marine aria-pressed:text-on-dark"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      ))}
    </fieldset>
  )
}
