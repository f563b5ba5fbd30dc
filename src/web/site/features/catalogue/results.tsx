import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS, KINDS, type Kind } from '#contracts/item/kind.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { msg, t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useBelowFoldReady } from '#web/lib/navigation/scroll-restoration.ts'
import { watchVisibility } from '#web/lib/watch-visibility.ts'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { buildCatalogueUrl, type CatalogueView } from '../../catalogue-url.ts'
import { DocumentRows } from '../../items/document-rows.tsx'
import { foundInTabQuery } from '../../queries/list-queries.ts'
import { foundPagesQuery } from '../../queries/publication-queries.ts'
import { FoundPageList } from '../../search/found-page-list.tsx'
import { countFilters } from './active-filters.tsx'
import { ItemList } from './item-list.tsx'
import { AskFor, SearchNote } from './search-note.tsx'
import type { CatalogueData, CatalogueResult } from './use-catalogue.ts'

/** With this many items on display only the button loads more, so that the footer of the page can be reached. */
const MAX_AUTO_LOADED = 120
/** A search that is on display for less time was typed on the way to another one. */
const SETTLED_MS = 3000
/** Of each other tab, an empty result shows this many items. */
const MAX_FOUND_IN_TAB = 3

interface ResultsProps {
  result: CatalogueResult & { data: CatalogueData }
  onClear: () => void
}

/** The word by which texts about the list of a view differ. */
export const getListName = ({ favourites, tab }: CatalogueView) => (favourites ? 'favourites' : tab)

const SHOWN_LABELS = {
  machine: msg('{shown} of {total} machines'),
  spare: msg('{shown} of {total} spare parts'),
  service: msg('{shown} of {total} services'),
  favourites: msg('{shown} of {total} favourites'),
}

/** '48 of 100 spare parts matching belt'. */
export function describeShown({ view, items, totals }: CatalogueData, favouriteCount: number): string {
  const { search } = view
  const shown = t(SHOWN_LABELS[getListName(view)], {
    shown: items.length,
    total: (view.favourites ? favouriteCount : totals[view.tab]) ?? items.length,
  })
  return search ? t('{shown} matching {search}', { shown, search }) : shown
}

/** The items or the message that there are none, and the numbers of both (rows CAT-5, CAT-8, CAT-9). */
export function Results({ result, onClear }: ResultsProps) {
  const { data, isStale, favouriteCount, loadMore, prefetchMore, hasLoadMoreFailed } = result
  const { view, items } = data
  const better = findBetterTab(data)
  useReportedMiss(view.search, items.length === 0 || data.ignored.length > 0 || data.isNearest)
  const isComplete = useBelowFoldReady()
  const autoLoads = isComplete && items.length < MAX_AUTO_LOADED && !hasLoadMoreFailed && !isStale
  const end = useNearEnd(() => loadMore?.(), autoLoads && loadMore !== undefined)
  return (
    <>
      <h2 className="sr-only">{t('Results')}</h2>
      {items.length > 0 && <SearchNote data={data} />}
      {items.length === 0 ? (
        <EmptyState data={data} onClear={onClear} />
      ) : (
        <>
          <OtherTabs view={view} matching={data.matching} shownBelow={better} />
          {data.documents.length > 0 && (
            <section aria-label={t('Documents')} className="mb-6 print:hidden">
              <h3 className="mb-2 text-h4">{t('Documents')}</h3>
              <DocumentRows documents={data.documents} />
            </section>
          )}
          {better && <FoundInTab kind={better} data={data} />}
          <ItemList data={data} />
        </>
      )}
      <footer
        ref={end}
        className="mt-8 flex flex-wrap items-center justify-between gap-4 border-line-strong border-t pt-5"
      >
        <p role="status">{t('Showing {shown}', { shown: describeShown(data, favouriteCount) })}</p>
        {hasLoadMoreFailed && (
          <p role="alert" className="text-danger">
            {t('We could not load more items. Choose Show more to try again.')}
          </p>
        )}
        {view.from > 0 && (
          <SiteLink
            to={buildCatalogueUrl({ ...view, from: 0 })}
            className={buttonClass('outline', 'default', 'print:hidden')}
          >
            {t('Back to first page')}
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
              disabled={isStale}
              className="js-only print:hidden"
            >
              {isStale ? t('Loading...') : t('Show more')}
            </Button>
            {!view.favourites && (
              <a
                href={toLanguagePath(buildCatalogueUrl({ ...view, from: view.from + items.length }))}
                className={buttonClass('outline', 'default', 'no-js-only print:hidden')}
              >
                {t('Show more')}
              </a>
            )}
          </>
        )}
      </footer>
      {items.length > 0 && <FoundPages search={view.search} />}
    </>
  )
}

/** Staff see on the dashboard what was searched and not found. The server decides whether a search counts. */
function useReportedMiss(search: string, isMiss: boolean): void {
  useEffect(() => {
    if (!search || !isMiss) return
    const timer = setTimeout(
      () => navigator.sendBeacon(`/api/search-misses?search=${encodeURIComponent(search)}`),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [search, isMiss])
}

/** The number of results on this tab and, during a search, on the others. */
function OtherTabs({
  view,
  matching,
  shownBelow,
}: Pick<CatalogueData, 'view' | 'matching'> & { shownBelow: Kind | undefined }) {
  if (view.favourites) return null
  const here = matching[view.tab]
  if (!view.search && countFilters(view) === 0) return null
  return (
    <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-muted print:hidden">
      {here !== undefined && here > 0 && (
        <span>
          {here === DISPLAY_LIMITS.maxCount
            ? t('{count}+ results', { count: here })
            : t('{count, plural, one {# result} other {# results}}', { count: here })}
        </span>
      )}
      {listOtherTabs(view, matching)
        .filter((kind) => kind !== shownBelow)
        .map((kind) => (
          <TabLink key={kind} kind={kind} search={view.search}>
            {t('{total} in {list}', {
              total: formatTotal(matching[kind])!,
              list: t(KIND_LABELS[kind].heading),
            })}
          </TabLink>
        ))}
    </p>
  )
}

/** Another tab must answer a search so much better for its first items to come first. */
const MUCH_BETTER = 1.25

/** The tab that answers a search much better than the open one. */
function findBetterTab({ view, matches, matching }: CatalogueData): Kind | undefined {
  const getMatch = (kind: Kind) => matches[kind] ?? 0
  const [best] = listOtherTabs(view, matching).sort((one, other) => getMatch(other) - getMatch(one))
  return best && getMatch(best) > MUCH_BETTER * getMatch(view.tab) ? best : undefined
}

/** The other tabs in which a search has results. */
const listOtherTabs = (view: CatalogueView, matching: CatalogueData['matching']) =>
  view.search && !view.favourites ? KINDS.filter((kind) => kind !== view.tab && matching[kind]) : []

const TabLink = ({ kind, search, children }: { kind: Kind; search: string; children: string }) => (
  <SiteLink
    to={buildCatalogueUrl({ tab: kind, search })}
    className="text-link underline underline-offset-4 hover:decoration-2"
  >
    {children}
  </SiteLink>
)

/** '10,000+' for as many items as the server counts, or more. */
export const formatTotal = (total: number | undefined) =>
  total === undefined ? undefined : `${formatCount(total)}${total === DISPLAY_LIMITS.maxCount ? '+' : ''}`

/** The message that there are no items, with what the search has found in other tabs (row CAT-8). */
function EmptyState({ data, onClear }: { data: CatalogueData; onClear: () => void }) {
  const { view, matching } = data
  const { search, favourites } = view
  const otherTabs = listOtherTabs(view, matching)
  const unfiltered = countFilters(view) === 0
  return (
    <div
      className={`grid gap-4 ${otherTabs.length > 0 ? '' : 'justify-items-center border border-line px-6 py-14 text-center'}`}
    >
      {otherTabs.length === 0 && <img src={placeholderPart} alt="" width={240} height={180} />}
      <h3>
        {search
          ? t('No results found for "{search}"', { search })
          : t(
              '{list, select, machine {No machines available} spare {No spare parts available} service {No services available} other {No favourites available}}',
              { list: getListName(view) },
            )}
      </h3>
      {otherTabs.map((kind) => (
        <FoundInTab key={kind} kind={kind} data={data} />
      ))}
      <FoundPages search={search} />
      <p className="max-w-96 text-muted">
        {favourites && !search
          ? t('Choose the heart on a card to save a favourite on this device.')
          : !unfiltered
            ? t('No item matches all filters. Remove a filter, or contact us.')
            : search
              ? t('We do not list everything online. Ask us: your message then says what you searched for.')
              : t('We do not list everything online. Tell us what you need.')}
      </p>
      <div className={`flex flex-wrap gap-3 ${otherTabs.length > 0 ? '' : 'justify-center'}`}>
        {(!favourites || search || !unfiltered) && (
          <Button variant="secondary" onClick={onClear}>
            {t('Clear Search')}
          </Button>
        )}
        {search ? (
          <AskFor search={search} />
        ) : (
          <SiteLink to="/#contact" className={buttonClass('outline')}>
            {t('Request Quote')}
          </SiteLink>
        )}
      </div>
    </div>
  )
}

/** The pages and articles that the search finds. */
function FoundPages({ search }: { search: string }) {
  const { data: pages = [] } = useQuery({ ...foundPagesQuery(search), enabled: search !== '' })
  if (pages.length === 0) return null
  return (
    <section className="mt-8 text-left print:hidden">
      <h3 className="mb-2 text-h4">{t('Pages and articles')}</h3>
      <FoundPageList pages={pages} />
    </section>
  )
}

/** The first items that the search has found in another tab, and the link to all of them. */
function FoundInTab({ kind, data }: { kind: Kind; data: CatalogueData }) {
  const { view, matching } = data
  const { data: list, isError } = useInfiniteQuery(foundInTabQuery(kind, view.search))
  const found = list?.pages[0]
  const total = matching[kind] ?? 0
  const heading = t(KIND_LABELS[kind].heading)
  return (
    <section aria-label={heading} className="mb-4">
      <p className="mb-2">
        {found?.rewrittenAs && <b>{`${found.rewrittenAs}: `}</b>}
        <TabLink kind={kind} search={view.search}>
          {total === DISPLAY_LIMITS.maxCount
            ? t('All {count}+ results in {list}', { count: total, list: heading })
            : t('{count, plural, one {# result} other {All # results}} in {list}', {
                count: total,
                list: heading,
              })}
        </TabLink>
      </p>
      {isError && (
        <p className="text-danger">{t('We could not load these results. Reload the page to try again.')}</p>
      )}
      {found && (
        <ItemList
          data={{
            ...data,
            items: found.items.slice(0, MAX_FOUND_IN_TAB),
            isListView: true,
            rewrittenAs: found.rewrittenAs,
            understood: found.understood,
          }}
        />
      )}
    </section>
  )
}

/** While `enabled`, calls `onNear` when the element is less than the height of the viewport below it. */
function useNearEnd(onNear: () => void, enabled: boolean) {
  const end = useRef<HTMLElement>(null)
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (end.current && enabled) return watchVisibility(end.current, () => handleNear(), '0px 0px 100% 0px')
  }, [enabled])
  return end
}
