import { useEffect, useRef } from 'react'
import { SiteLink } from '../../../lib/navigation.tsx'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { type CatalogueView, TAB_LABELS } from '../../catalogue-address.ts'
import { ItemCard } from '../../items/card.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { countFilters } from './active-filters.tsx'
import { ItemRow } from './row.tsx'
import type { useCatalogueLists } from './use-catalogue.ts'

const EAGER_PICTURES = 3
/** Beyond this many only the button loads more: whoever scrolls wants to reach the foot of the page at last. */
const LOADED_BY_SCROLLING = 120
/** How the favourites are named in sentences, and in headings. */
export const FAVOURITES = { plain: 'favourites', title: 'Favourites' }

interface ResultsProps {
  view: CatalogueView
  lists: ReturnType<typeof useCatalogueLists>
  onClear: () => void
}

/** The items, or that there are none, and how many of how many (rows CAT-5, CAT-8, CAT-9). */
export function Results({ view, lists, onClear }: ResultsProps) {
  const { items, instead, loadMore, loadingMore } = lists
  const term = instead ?? view.search
  const plain = view.favourites ? FAVOURITES.plain : TAB_LABELS[view.tab].plain
  const end = useNearEnd(items.length < LOADED_BY_SCROLLING && !lists.moreFailed ? loadMore : undefined)
  return (
    <>
      <h2 className="sr-only">Results</h2>
      {instead && (
        <p className="mb-5 border-dim border-l-3 pl-3 text-muted">
          {`Nothing contains "${view.search}" as written. Shown is what is close: `}
          <b className="text-ink">{instead}</b>
        </p>
      )}
      {items.length === 0 ? (
        <Nothing view={view} onClear={onClear} />
      ) : view.view === 'grid' ? (
        <div className="grid gap-(--space-column) md:grid-cols-2 xl:grid-cols-3">
          {items.map((item, index) => (
            <ItemCard
              key={item.id}
              item={item}
              term={term}
              eager={index < EAGER_PICTURES}
              corner={<FavouriteButton item={item} className="absolute top-1.5 right-1.5" />}
            />
          ))}
        </div>
      ) : (
        <div className="border-ink border-t">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} term={term} />
          ))}
        </div>
      )}
      <footer
        ref={end}
        className="mt-8 flex flex-wrap items-center justify-between gap-4 border-line-strong border-t pt-5"
      >
        <p role="status">
          {`Showing ${items.length} of ${view.favourites ? items.length : lists.totals[view.tab]} ${plain}`}
          {view.search && ` matching "${view.search}"`}
        </p>
        {lists.moreFailed && (
          <p role="alert" className="text-danger">
            The next items could not be loaded. Please try again.
          </p>
        )}
        {loadMore && (
          <Button variant="outline" onClick={loadMore} disabled={loadingMore}>
            {loadingMore ? 'Loading...' : 'Show more'}
          </Button>
        )}
      </footer>
    </>
  )
}

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
function useNearEnd(load: (() => void) | undefined) {
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
