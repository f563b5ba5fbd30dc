import { useEffect, useRef } from 'react'
import { SiteLink } from '../../../lib/navigation.tsx'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { type CatalogueView, catalogueAddress, TAB_LABELS } from '../../catalogue-address.ts'
import { ItemCard } from '../../items/card.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { countFilters } from './active-filters.tsx'
import { ItemRow } from './row.tsx'
import type { useCatalogueLists } from './use-catalogue.ts'

const KINDS = ['machine', 'spare', 'service'] as const
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
      <Elsewhere view={view} matching={lists.matching} />
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
          {`Showing ${items.length} of ${view.favourites ? lists.marked : lists.totals[view.tab]} ${plain}`}
          {view.search && ` matching "${view.search}"`}
        </p>
        {lists.moreFailed && (
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
            <Button variant="outline" onClick={loadMore} disabled={loadingMore} className="needs-script">
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
function Elsewhere({ view, matching }: { view: CatalogueView; matching: ResultsProps['lists']['matching'] }) {
  if (view.favourites) return null
  const here = matching[view.tab]
  const narrowed = view.search !== '' || countFilters(view) > 0
  const others = KINDS.filter((kind) => kind !== view.tab && view.search && matching[kind])
  if (!narrowed || (!here && others.length === 0)) return null
  return (
    <p className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-muted">
      {here !== undefined && here > 0 && <span>{`${here} ${here === 1 ? 'matches' : 'match'}`}</span>}
      {others.map((kind) => (
        <SiteLink
          key={kind}
          to={catalogueAddress({ tab: kind, search: view.search, view: view.view })}
          className="text-link underline underline-offset-4 hover:decoration-2"
        >
          {`${matching[kind]} in ${TAB_LABELS[kind].title}`}
        </SiteLink>
      ))}
    </p>
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
