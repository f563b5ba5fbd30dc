import type { Kind } from '#contracts/item.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TAB_LABELS } from '../../catalogue-address.ts'
import { ItemCard } from '../../items/card.tsx'
import { Failure } from '../../items/failure.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { ItemRow } from './row.tsx'
import { Sidebar } from './sidebar.tsx'
import { Tools } from './tools.tsx'
import { useCatalogueLists, useCatalogueView } from './use-catalogue.ts'

const EAGER_PICTURES = 3

/** The whole catalogue screen (rows CAT-1 to CAT-12). */
export function Catalogue() {
  const { view, change } = useCatalogueView()
  const lists = useCatalogueLists(view)
  const { catalogue } = useSiteContent()
  const labels = TAB_LABELS[view.tab]
  return (
    <div className="grid pt-(--size-bar) lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Sidebar view={view} totals={lists.totals} />
      <div className="mx-auto w-full max-w-(--container-wide) px-(--space-gutter) pt-10 pb-(--space-section)">
        <header className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <h1>{labels.title}</h1>
          <dl className="flex">
            <Tile figure={catalogue.categoriesTile} label="Categories" />
            <Tile figure={String(lists.totals.machine)} label="Machines" />
            <Tile figure={catalogue.sparesTile} label="Spare parts" />
          </dl>
        </header>
        <Tools view={view} onChange={change} placeholder="Search by name or description" />
        {lists.error ? (
          <Failure
            text="Failed to load products. Please try again."
            reason={lists.error.message}
            action={<Button onClick={() => location.reload()}>Try Again</Button>}
          />
        ) : lists.loading ? (
          <Spinner label={`Loading ${labels.plain}...`} />
        ) : (
          <>
            <h2 className="sr-only">Results</h2>
            {lists.items.length === 0 ? (
              <Nothing search={view.search} tab={view.tab} onClear={() => change({ search: '' })} />
            ) : view.view === 'grid' ? (
              <div className="grid gap-(--space-column) md:grid-cols-2 xl:grid-cols-3">
                {lists.items.map((item, index) => (
                  <ItemCard
                    key={item.id}
                    item={item}
                    eager={index < EAGER_PICTURES}
                    corner={<FavouriteButton item={item} className="absolute top-1.5 right-1.5" />}
                  />
                ))}
              </div>
            ) : (
              <div className="border-ink border-t">
                {lists.items.map((item) => (
                  <ItemRow key={item.id} item={item} />
                ))}
              </div>
            )}
            <footer className="mt-8 flex flex-wrap items-center justify-between gap-4 border-line-strong border-t pt-5">
              <p role="status">
                {`Showing ${lists.items.length} of ${lists.totals[view.tab]} ${labels.plain}`}
                {view.search && ` matching "${view.search}"`}
              </p>
              {lists.moreFailed && (
                <p role="alert" className="text-danger">
                  The next items could not be loaded. Please try again.
                </p>
              )}
              {lists.loadMore && (
                <Button variant="outline" onClick={lists.loadMore} disabled={lists.loadingMore}>
                  {lists.loadingMore ? 'Loading...' : 'Show more'}
                </Button>
              )}
            </footer>
          </>
        )}
      </div>
    </div>
  )
}

function Tile({ figure, label }: { figure: string; label: string }) {
  return (
    <div className="flex flex-col-reverse border-line-strong border-l-2 px-4">
      <dt className="font-head text-muted text-sm">{label}</dt>
      <dd className="font-head font-semibold text-h3 leading-none">{figure}</dd>
    </div>
  )
}

function Nothing({ search, tab, onClear }: { search: string; tab: Kind; onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 border border-line px-6 py-14 text-center">
      <img src={placeholderPart} alt="" width={240} height={180} />
      <h3>{search ? `No results found for "${search}"` : `No ${TAB_LABELS[tab].plain} available`}</h3>
      <p className="max-w-96 text-muted">
        Try fewer words, or ask us: many parts in our store are not listed yet.
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
