import { ArrowLeft, Menu, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { toTelLink } from '#contracts/format.ts'
import type { Kind } from '#contracts/item/item.ts'
import { KIND_LABELS, KINDS } from '#contracts/item/kind.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { buildCatalogueUrl, type CatalogueView } from '../../catalogue-url.ts'
import { ContinueSlot, useContinue } from '../../items/remembered/continue-slot.tsx'
import { useFavourites } from '../../items/remembered/favourites.ts'
import { formatTotal } from './results.tsx'

const DRAWER_ID = 'catalogue-drawer'
const ENTRY_CLASS = 'catalogue-tab'

interface SidebarProps {
  view: CatalogueView
  /** Of the items of each tab: all, or during a search those that match. */
  counts: Record<Kind, number | undefined>
  /** Below the tabs. */
  filters: ReactNode
}

/**
 * The three tabs with their counts, a link to the home page, and help (rows CAT-1, CAT-2): a column, or on narrow screens a
 * drawer that works without JavaScript, as a popover.
 */
export function Sidebar({ view, counts, filters }: SidebarProps) {
  const { company, catalogue } = useSiteContent()
  const favouriteIds = useFavourites()
  const continued = useContinue()
  const drawer = useRef<HTMLElement>(null)
  const [phone] = company.phones
  const close = () => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }
  return (
    <>
      <div className="flex justify-between border-line border-b bg-surface-grey px-(--space-gutter) py-2.5 lg:hidden print:hidden">
        <button type="button" popoverTarget={DRAWER_ID} className={buttonClass('outline')}>
          <Menu aria-hidden="true" size={20} />
          {view.favourites ? t('Favourites') : t(KIND_LABELS[view.tab].heading)}
          {!view.favourites && (
            <span className="text-muted tabular-nums">{formatTotal(counts[view.tab])}</span>
          )}
        </button>
        {continued && (
          <button
            type="button"
            popoverTarget={DRAWER_ID}
            aria-label={t('Continue where you left off')}
            className={buttonClass('link')}
          >
            {t('Continue')}
          </button>
        )}
      </div>
      <aside
        ref={drawer}
        id={DRAWER_ID}
        popover="auto"
        aria-label={t('Catalogue')}
        className="catalogue-drawer"
      >
        <div className="catalogue-sidebar">
          <div className="flex items-center justify-between">
            <SiteLink
              to="/"
              className="flex items-center gap-2 px-4 py-3.5 font-head font-medium text-label hover:underline"
            >
              <ArrowLeft aria-hidden="true" size={18} /> {t('Back to Home')}
            </SiteLink>
            <button
              type="button"
              popoverTarget={DRAWER_ID}
              popoverTargetAction="hide"
              aria-label={t('Close')}
              className={buttonClass('ghost', 'icon', 'mr-2 lg:hidden')}
            >
              <X aria-hidden="true" size={20} />
            </button>
          </div>
          <nav aria-label={t('Types')}>
            {KINDS.map((tab) => (
              <SiteLink
                key={tab}
                to={buildCatalogueUrl({ tab, search: view.search, sort: view.sort })}
                onClick={close}
                aria-current={tab === view.tab && !view.favourites ? 'page' : undefined}
                className={ENTRY_CLASS}
              >
                {t(KIND_LABELS[tab].heading)}
                <span className="text-muted tabular-nums">{formatTotal(counts[tab])}</span>
              </SiteLink>
            ))}
          </nav>
          <SiteLink
            to={buildCatalogueUrl({ favourites: true })}
            onClick={close}
            aria-current={view.favourites ? 'page' : undefined}
            className={`${ENTRY_CLASS} border-b`}
          >
            <span className="flex items-center gap-2.5">
              <OutlineIcon icon="heart" size={18} filled={false} /> {t('Favourites')}
            </span>
            {favouriteIds !== undefined && (
              <span className="text-muted tabular-nums">{favouriteIds.length}</span>
            )}
          </SiteLink>
          {filters}
          <div className="m-4 border border-line-strong bg-surface max-lg:order-last p-3.5">
            <h2 className="text-h4">{t('Need Help?')}</h2>
            <p className="mt-1 text-muted text-sm">{catalogue.help}</p>
            {phone && (
              <a
                href={toTelLink(phone.number)}
                className="mt-3 block font-head font-semibold text-lg hover:underline"
              >
                {phone.number}
              </a>
            )}
            {company.hours.map(({ days, hours }) => (
              <p key={days} className="text-muted text-sm">{`${days}, ${hours}`}</p>
            ))}
          </div>
          <ContinueSlot isColumn />
        </div>
      </aside>
    </>
  )
}
