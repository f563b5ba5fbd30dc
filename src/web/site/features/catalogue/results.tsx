import { useEffect, useRef } from 'react'
import { KIND_LABELS } from '#contracts/kind.ts'
import { DISPLAY_LIMITS } from '#contracts/limits.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { buildCatalogueUrl, type CatalogueView } from '../../catalogue-url.ts'
import { countFilters } from './active-filters.tsx'
import { ItemList } from './item-list.tsx'
import type { CatalogueResult } from './use-catalogue.ts'

const KINDS = ['machine', 'spare', 'service'] as const
/** Beyond this many only the button loads more: whoever scrolls wants to reach the foot of the page at last. */
const MAX_AUTO_LOADED = 120
/** How the favourites are named in sentences, and in headings. */
export const FAVOURITES_LABELS = { plural: 'favourites', heading: 'Favourites' }

interface ResultsProps {
  result: CatalogueResult
  /** How many favourites there are. */
  favouriteCount: number
  moreFailed: boolean
  loadMore: (() => unknown) | undefined
  /** Fetches the next items without showing them. */
  prefetchMore: () => void
  loadingMore: boolean
  onClear: () => void
}

/** The items, or that there are none, and how many of how many (rows CAT-5, CAT-8, CAT-9). */
export function Results(props: ResultsProps) {
  const { result, favouriteCount, moreFailed, loadMore, prefetchMore, loadingMore, onClear } = props
  const { view, items, rewrittenAs } = result
  const plain = view.favourites ? FAVOURITES_LABELS.plural : KIND_LABELS[view.tab].plural
  const autoLoad = items.length < MAX_AUTO_LOADED && !moreFailed && !loadingMore
  const end = useNearEnd(autoLoad ? loadMore : undefined)
  return (
    <>
      <h2 className="sr-only">Results</h2>
      {rewrittenAs && (
        <p className="mb-5 border-dim border-l-3 pl-3 text-muted">
          {`Nothing contains "${view.search}" as written. Shown is what is close: `}
          <b className="text-ink">{rewrittenAs}</b>
        </p>
      )}
      <OtherTabs view={view} matching={result.matching} />
      {items.length === 0 ? <EmptyState view={view} onClear={onClear} /> : <ItemList result={result} />}
      <footer
        ref={end}
        className="mt-8 flex flex-wrap items-center justify-between gap-4 border-line-strong border-t pt-5"
      >
        <p role="status">
          {`Showing ${items.length} of ${view.favourites ? favouriteCount : result.totals[view.tab]} ${plain}`}
          {view.search && ` matching "${view.search}"`}
        </p>
        {moreFailed && (
          <p role="alert" className="text-danger">
            The next items could not be loaded. Please try again.
          </p>
        )}
        {view.from > 0 && (
          <SiteLink to={buildCatalogueUrl({ ...view, from: 0 })} className={buttonClass('outline')}>
            From the beginning
          </SiteLink>
        )}
        {loadMore && (
          <>
            <Button
              variant="outline"
              onMouseEnter={prefetchMore}
              onFocus={prefetchMore}
              onTouchStart={prefetchMore}
              onClick={() => loadMore()}
              disabled={loadingMore}
              className="js-only"
            >
              {loadingMore ? 'Loading...' : 'Show more'}
            </Button>
            {!view.favourites && (
              <a
                href={buildCatalogueUrl({ ...view, from: view.from + items.length })}
                className={buttonClass('outline', 'default', 'no-js-only')}
              >
                Show more
              </a>
            )}
          </>
        )}
      </footer>
    </>
  )
}

/** How many match here, where the line below cannot say it yet, and under the other tabs. */
function OtherTabs({ view, matching }: Pick<CatalogueResult, 'view' | 'matching'>) {
  if (view.favourites) return null
  const here = matching[view.tab]
  const isFiltered = view.search !== '' || countFilters(view) > 0
  const others = KINDS.filter((kind) => kind !== view.tab && view.search && matching[kind])
  if (!isFiltered || (!here && others.length === 0)) return null
  return (
    <p className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {here !== undefined && here > 0 && (
        <span>{`${formatTotal(here)} ${here === 1 ? 'matches' : 'match'}`}</span>
      )}
      {others.map((kind) => (
        <SiteLink
          key={kind}
          to={buildCatalogueUrl({ tab: kind, search: view.search, view: view.view })}
          className="text-link underline underline-offset-4 hover:decoration-2"
        >
          {`${formatTotal(matching[kind])} in ${KIND_LABELS[kind].heading}`}
        </SiteLink>
      ))}
    </p>
  )
}

const formatTotal = (total = 0) => (total === DISPLAY_LIMITS.maxCount ? `${total}+` : total)

function EmptyState({ view, onClear }: { view: CatalogueView; onClear: () => void }) {
  const { search, favourites, tab } = view
  const unfiltered = countFilters(view) === 0
  return (
    <div className="grid justify-items-center gap-4 border border-line px-6 py-14 text-center">
      <img src={placeholderPart} alt="" width={240} height={180} />
      <h3>
        {search
          ? `No results found for "${search}"`
          : `No ${favourites ? FAVOURITES_LABELS.plural : KIND_LABELS[tab].plural} available`}
      </h3>
      <p className="max-w-96 text-muted">
        {favourites && !search
          ? 'Mark a machine, part or service with the heart on its card; it is kept on this device.'
          : unfiltered
            ? 'Try fewer words, or ask us: many parts in our store are not listed yet.'
            : 'No item meets all the filters at once. Take one away, or ask us.'}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={onClear}>
          Clear Search
        </Button>
        <SiteLink to="/#contact" className={buttonClass('outline')}>
          Request Quote
        </SiteLink>
      </div>
    </div>
  )
}

/** Calls `load` when the element comes within a screen of being seen. */
function useNearEnd(load: (() => unknown) | undefined) {
  const end = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!end.current || !load) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '0px 0px 100% 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  })
  return end
}
