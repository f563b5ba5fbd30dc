import { useEffect, useRef } from 'react'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { t } from '#messages/messages.ts'
import { loadStyles } from '#web/lib/load-styles.ts'
import { RESULTS_ID } from '#web/lib/navigation/element-ids.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { isHistoryNavigation } from '#web/lib/navigation/scroll-restoration.ts'
import { showNetworkError } from '#web/lib/toast.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useSiteContent } from '../../../lib/site-content.tsx'
import sliderStyles from '../../../styles/slider.css?url'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { buildCatalogueUrl, type CatalogueView, NO_FILTERS } from '../../catalogue-url.ts'
import { ErrorPanel } from '../../items/error-panel.tsx'
import { PrintHeader } from '../../items/print-header.tsx'
import { useFavourites } from '../../items/remembered/favourites.ts'
import { MyMachines } from '../../items/remembered/my-machines.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { useFiltersOpen } from './remembered-view.ts'
import { describeShown, getListName, Results } from './results.tsx'
import { Sidebar } from './sidebar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useCatalogueResult, useCatalogueView } from './use-catalogue.ts'

/** From this width the filters stand beside the list; equals `lg` in the style sheets. */
const WIDE_SCREEN_QUERY = '(min-width: 64rem)'
const loadFilters = async () =>
  (await Promise.all([import('./filters/filters.tsx'), loadStyles(sliderStyles)]))[0]
const loadFilterSheet = async () =>
  (await Promise.all([import('./filters/filter-sheet.tsx'), loadStyles(sliderStyles)]))[0]
const loadSharedFavourites = () => import('./shared-favourites.tsx')
/** Shown if the request of the number failed. */
const UNKNOWN_COUNT = '–'

/** The catalogue page (rows CAT-1 to CAT-12). */
export function Catalogue() {
  const { view, change } = useCatalogueView()
  const result = useCatalogueResult(view)
  const { data, error, totals } = result
  const { catalogue } = useSiteContent()
  const favouriteIds = useFavourites(view.favourites)
  useScrollToTopOnTabChange(view)
  const clear = () => change({ search: '', ...NO_FILTERS })
  const list = getListName(view)
  const heading = view.favourites ? t('Favourites') : t(KIND_LABELS[view.tab].heading)
  const { areFiltersOpen, toggleFilters, closeFilters } = useFiltersOpen()
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY)
  const showsFilters = areFiltersOpen && !view.favourites
  const failFilters = () => {
    closeFilters()
    showNetworkError()
  }
  return (
    <div className="catalogue-page">
      <Sidebar
        view={view}
        counts={view.search && data ? data.matching : totals}
        filters={
          areFiltersOpen !== false &&
          !view.favourites && (
            <div className="filter-panel">
              {isWide && showsFilters && (
                <LazyComponent
                  load={loadFilters}
                  props={{ view, onChange: change }}
                  fallback={<Spinner label={t('Loading...')} isSilent />}
                  onFail={failFilters}
                />
              )}
            </div>
          )
        }
      />
      <div className="catalogue-list">
        <PrintHeader
          title={
            data
              ? t('{heading}, price list: {shown}', {
                  heading,
                  shown: describeShown(data, result.favouriteCount),
                })
              : t('{heading}, price list', { heading })
          }
          path={buildCatalogueUrl(view)}
        />
        <header className="mb-2 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <h1 className="text-title leading-none">{heading}</h1>
          {list === 'machine' && (
            <SiteLink to="/finder" className={buttonClass('link', 'sm', 'mr-auto print:hidden')}>
              {t('Which machine fits my part?')}
            </SiteLink>
          )}
          {list === 'spare' && <MyMachines />}
          {favouriteIds && <LazyComponent load={loadSharedFavourites} props={{}} />}
          {/* The left border of the first figure of each line is cut off. */}
          <dl className="-ml-3 flex flex-wrap gap-y-1 overflow-hidden print:hidden">
            <Tile value={catalogue.categoriesTile} label={t('Categories')} />
            <Tile value={String(totals.machine ?? UNKNOWN_COUNT)} label={t('Machines')} />
            <Tile value={catalogue.sparesTile} label={t('Spare parts')} />
          </dl>
        </header>
        <Toolbar
          key={String(view.favourites)}
          view={view}
          onChange={change}
          placeholder={t('Name, description or part number')}
          areFiltersOpen={areFiltersOpen === true}
          onFiltersToggle={toggleFilters}
        />
        {!isWide && showsFilters && (
          <LazyComponent
            load={loadFilterSheet}
            props={{ view, onChange: change, count: data?.matching[view.tab], onClose: closeFilters }}
            onFail={failFilters}
          />
        )}
        <ActiveFilters view={view} data={data} />
        <div id={RESULTS_ID} tabIndex={-1} className="catalogue-results">
          {error ? (
            <ErrorPanel
              message={t('Failed to load products. Please try again.')}
              reason={error.message}
              action={<Button onClick={() => location.reload()}>{t('Try Again')}</Button>}
            />
          ) : data ? (
            <Results result={{ ...result, data }} onClear={clear} />
          ) : (
            <Spinner
              label={t(
                '{list, select, machine {Loading machines...} spare {Loading spare parts...} service {Loading services...} other {Loading favourites...}}',
                { list },
              )}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Shows the beginning of the list when another tab is opened; Back and Forward restore the scroll position instead. */
function useScrollToTopOnTabChange({ tab, favourites }: CatalogueView): void {
  const openTab = tab + favourites
  const previousTab = useRef(openTab)
  useEffect(() => {
    if (previousTab.current === openTab) return
    previousTab.current = openTab
    if (!isHistoryNavigation()) scrollTo({ top: 0, behavior: 'instant' })
  }, [openTab])
}

function Tile({ value, label }: { value: string; label: string }) {
  return (
    <div className="-ml-px flex items-baseline gap-1.5 border-line-strong border-l px-3 leading-none">
      <dt className="order-last font-head text-muted text-sm leading-none">{label}</dt>
      <dd className="shrink-0 whitespace-nowrap font-head font-semibold text-lg leading-none">{value}</dd>
    </div>
  )
}
