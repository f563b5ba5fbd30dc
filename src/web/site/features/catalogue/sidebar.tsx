import { ArrowLeft, Menu, X } from 'lucide-react'
import { useRef } from 'react'
import type { Kind } from '#contracts/item.ts'
import { telephoneLink } from '../../../lib/format.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { LineSign } from '../../../ui/line-sign.tsx'
import { type CatalogueView, catalogueAddress, NO_FILTERS, TAB_LABELS } from '../../catalogue-address.ts'
import { useFavourites } from '../../items/favourites.ts'

const DRAWER = 'catalogue-drawer'
const ENTRY =
  'flex items-center justify-between gap-3 border-line border-t border-l-3 border-l-transparent px-6 py-3.5 font-head font-medium text-lg hover:bg-surface aria-[current]:border-l-marine aria-[current]:bg-surface aria-[current]:font-semibold'

/**
 * The three tabs with their counts, the way home, and help (rows CAT-1, CAT-2): a column, or on narrow screens a drawer
 * that the browser itself opens and closes, with or without JavaScript.
 */
export function Sidebar({ view, totals }: { view: CatalogueView; totals: Record<Kind, number | undefined> }) {
  const { company, catalogue } = useSiteContent()
  const marked = useFavourites()
  const drawer = useRef<HTMLElement>(null)
  const [phone] = company.phones
  const close = () => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }
  return (
    <>
      <div className="flex border-line border-b bg-surface-grey px-(--space-gutter) py-2.5 lg:hidden print:hidden">
        <button type="button" popoverTarget={DRAWER} className={buttonClass('outline')}>
          <Menu aria-hidden="true" size={20} />
          {view.favourites ? 'Favourites' : TAB_LABELS[view.tab].title}
          {!view.favourites && <span className="text-muted tabular-nums">{totals[view.tab]}</span>}
        </button>
      </div>
      <aside
        ref={drawer}
        id={DRAWER}
        popover="auto"
        aria-label="Catalogue"
        className="inset-y-0 left-0 m-0 h-svh max-h-none w-72 max-w-[85vw] overflow-y-auto border-0 bg-surface-grey p-0 text-ink backdrop:bg-scrim lg:static lg:block lg:h-auto lg:min-h-[calc(100svh-var(--size-bar))] lg:w-auto lg:max-w-none lg:overflow-visible print:hidden"
      >
        <div className="lg:sticky lg:top-(--size-bar)">
          <div className="flex items-center justify-between">
            <SiteLink
              to="/"
              className="flex items-center gap-2 px-6 py-4 font-head font-medium text-label hover:underline"
            >
              <ArrowLeft aria-hidden="true" size={18} /> Back to Home
            </SiteLink>
            <button
              type="button"
              popoverTarget={DRAWER}
              popoverTargetAction="hide"
              aria-label="Close"
              className={buttonClass('ghost', 'icon', 'mr-2 lg:hidden')}
            >
              <X aria-hidden="true" size={20} />
            </button>
          </div>
          <nav aria-label="Kinds">
            {(['machine', 'spare', 'service'] as const).map((tab) => (
              <SiteLink
                key={tab}
                to={catalogueAddress({ ...view, ...NO_FILTERS, tab, favourites: false, from: 0 })}
                onClick={close}
                aria-current={tab === view.tab && !view.favourites ? 'page' : undefined}
                className={ENTRY}
              >
                {TAB_LABELS[tab].title}
                <span className="text-muted tabular-nums">{totals[tab]}</span>
              </SiteLink>
            ))}
          </nav>
          <SiteLink
            to={catalogueAddress({ favourites: true, view: view.view })}
            onClick={close}
            aria-current={view.favourites ? 'page' : undefined}
            className={`${ENTRY} border-b`}
          >
            <span className="flex items-center gap-2.5">
              <LineSign sign="heart" size={18} filled={false} /> Favourites
            </span>
            {marked !== undefined && <span className="text-muted tabular-nums">{marked.length}</span>}
          </SiteLink>
          <div className="m-6 border border-line-strong bg-surface p-4">
            <h2 className="text-h4">Need Help?</h2>
            <p className="mt-1 text-muted text-sm">{catalogue.help}</p>
            {phone && (
              <a
                href={telephoneLink(phone.number)}
                className="mt-3 block font-head font-semibold text-lg hover:underline"
              >
                {phone.number}
              </a>
            )}
            {company.hours.map(({ days, hours }) => (
              <p key={days} className="text-muted text-sm">{`${days}, ${hours}`}</p>
            ))}
          </div>
        </div>
      </aside>
    </>
  )
}
