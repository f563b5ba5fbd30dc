import { useEffect, useRef } from 'react'
import { SHOWN } from '#contracts/limits.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { type CatalogueView, catalogueAddress, TAB_LABELS } from '../../catalogue-address.ts'
import { countFilters } from './active-filters.tsx'
import { ListedItems } from './listed-items.tsx'
import type { Listing } from './use-catalogue.ts'

const KINDS = ['machine', 'spare', 'service'] as const
/** Beyond this many only the button loads more: whoever scrolls wants to reach the foot of the page at last. */
const LOADED_BY_SCROLLING = 120
/** How the favourites are named in sentences, and in headings. */
export const FAVOURITES = { plain: 'favourites', title: 'Favourites' }

interface ResultsProps {
  listing: Listing
  /** How many favourites there are. */
  marked: number
  moreFailed: boolean
  loadMore: (() => unknown) | undefined
  /** Fetches the next items without showing them. */
  prepareMore: () => void
  loadingMore: boolean
  onClear: () => void
}

/** The items, or that there are none, and how many of how many (rows CAT-5, CAT-8, CAT-9). */
export function Results(props: ResultsProps) {
  const { listing, marked, moreFailed, loadMore, prepareMore, loadingMore, onClear } = props
  const { view, items, instead } = listing
  const plain = view.favourites ? FAVOURITES.plain : TAB_LABELS[view.tab].plain
  const byScrolling = items.length < LOADED_BY_SCROLLING && !moreFailed && !loadingMore
  const end = useNearEnd(byScrolling ? loadMore : undefined)
  return (
    <>
      <h2 className="sr-only">Results</h2>
      {instead && (
        <p className="mb-5 border-dim border-l-3 pl-3 text-muted">
          {`Nothing contains "${view.search}" as written. Shown is what is close: `}
          <b className="text-ink">{instead}</b>
        </p>
      )}
      <Elsewhere view={view} matching={listing.matching} />
      {items.length === 0 ? <Nothing view={view} onClear={onClear} /> : <ListedItems listing={listing} />}
      <footer
        ref={end}
        className="mt-8 flex flex-wrap items-center justify-between gap-4 border-line-strong border-t pt-5"
      >
        <p role="status">
          {`Showing ${items.length} of ${view.favourites ? marked : listing.totals[view.tab]} ${plain}`}
          {view.search && ` matching "${view.search}"`}
        </p>
        {moreFailed && (
          <p role="alert" className="text-danger">
            The next items could not be loaded. Please try again.
          </p>
        )}
        {view.from > 0 && (
          <SiteLink to={catalogueAddress({ ...view, from: 0 })} className={buttonClass('outline')}>
            From the beginning
          </SiteLink>
        )}
        {loadMore && (
          <>
            <Button
              variant="outline"
              onMouseEnter={prepareMore}
              onFocus={prepareMore}
              onTouchStart={prepareMore}
              onClick={() => loadMore()}
              disabled={loadingMore}
              className="needs-script"
            >
              {loadingMore ? 'Loading...' : 'Show more'}
            </Button>
            {!view.favourites && (
              <a
                href={catalogueAddress({ ...view, from: view.from + items.length })}
                className={buttonClass('outline', 'default', 'without-script')}
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
function Elsewhere({ view, matching }: Pick<Listing, 'view' | 'matching'>) {
  if (view.favourites) return null
  const here = matching[view.tab]
  const narrowed = view.search !== '' || countFilters(view) > 0
  const others = KINDS.filter((kind) => kind !== view.tab && view.search && matching[kind])
  if (!narrowed || (!here && others.length === 0)) return null
  return (
    <p className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {here !== undefined && here > 0 && (
        <span>{`${counted(here)} ${here === 1 ? 'matches' : 'match'}`}</span>
      )}
      {others.map((kind) => (
        <SiteLink
          key={kind}
          to={catalogueAddress({ tab: kind, search: view.search, view: view.view })}
          className="text-link underline underline-offset-4 hover:decoration-2"
        >
          {`${counted(matching[kind])} in ${TAB_LABELS[kind].title}`}
        </SiteLink>
      ))}
    </p>
  )
}

const counted = (total = 0) => (total === SHOWN.counted ? `${total}+` : total)

function Nothing({ view, onClear }: { view: CatalogueView; onClear: () => void }) {
  const { search, favourites, tab } = view
  const unfiltered = countFilters(view) === 0
  return (
    <div className="grid justify-items-center gap-4 border border-line px-6 py-14 text-center">
      <img src={placeholderPart} alt="" width={240} height={180} />
      <h3>
        {search
          ? `No results found for "${search}"`
          : `No ${favourites ? FAVOURITES.plain : TAB_LABELS[tab].plain} available`}
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
