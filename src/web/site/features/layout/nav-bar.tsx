import { Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { msg, t } from '#messages/messages.ts'
import { SiteLink, usePathname } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { CogIcon } from '#web/ui/icons/cog-icon.tsx'
import { BAR_MENU_LINK_CLASS, BarMenu } from './bar-menu.tsx'
import { BarSearch } from './bar-search.tsx'
import { EnquiryListButton } from './enquiry-list-button.tsx'
import { LanguageMenu } from './languages.tsx'

/** The bar's entries and the sections they lead to (row NAV-1). */
export const SECTIONS = [
  { id: 'home', label: msg('Home') },
  { id: 'about', label: msg('About') },
  { id: 'products', label: msg('Products') },
  { id: 'services', label: msg('Services') },
  { id: 'contact', label: msg('Contact') },
] as const

/** The pages of the catalogue, which the entry 'Products' leads to. */
const CATALOGUE_PATH = /^\/(?:products?|compare|finder)(?:\/|$)/
const MENU_ENTRY_CLASS =
  'block px-(--space-gutter) py-4 font-head font-medium text-h4 aria-[current]:bg-marine-soft aria-[current]:text-link'
/** Characters for which the bar has room besides its own entries. */
const MAX_ENTRY_LENGTH = 12
const SCROLL_THRESHOLD_PX = 100
const PROBE_PX = 200

/** The navigation bar: transparent over the hero, white elsewhere. `onAdminLoginSuccess` is unused; row NAV-10 requires it. */
export function NavBar(_props: { onAdminLoginSuccess?: () => void }) {
  const { company, menu = [] } = useSiteContent()
  const path = usePathname()
  const onLanding = path === '/'
  const { scrolled, active } = useScrollState(onLanding)
  const [open, setOpen] = useState(false)
  const solid = scrolled || !onLanding || open
  const close = () => setOpen(false)
  useEffect(() => {
    if (!open) return
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [open])
  /** A page of staff with a short title has an entry of its own, if it is the only one. */
  const onlyEntry = menu.length === 1 ? menu.find(({ title }) => title.length <= MAX_ENTRY_LENGTH) : undefined
  const toggle = open ? t('Close menu') : t('Open menu')
  const current = (id: string) =>
    (onLanding ? active === id : id === 'products' && CATALOGUE_PATH.test(path)) || undefined
  return (
    <header
      data-scrolled={scrolled}
      className={`fixed inset-x-0 top-0 z-40 animate-[drop_var(--duration-bar)_var(--ease-out)_both] border-b transition-colors duration-(--duration-panel) print:hidden ${solid ? 'blurred-bar border-line bg-bar text-ink' : 'on-dark border-transparent bg-[linear-gradient(--alpha(var(--color-marine-deep)/82%),transparent)] text-on-dark'}`}
    >
      <div className="page-width flex h-(--size-bar) items-center gap-2 sm:gap-8">
        <SiteLink
          to="/#home"
          onClick={close}
          className="inline-flex min-w-0 shrink-[9] origin-left items-center gap-3 font-bold font-head text-brand leading-none transition-[scale] duration-(--duration-hover) hover:scale-105"
        >
          <CogIcon />
          {company.name}
        </SiteLink>
        <nav aria-label={t('Main')} className="hidden gap-[clamp(1.25rem,2.4vw,2.25rem)] min-[52rem]:flex">
          {SECTIONS.map(({ id, label }) => (
            <SiteLink key={id} to={`/#${id}`} aria-current={current(id)} className="nav-entry">
              {t(label)}
            </SiteLink>
          ))}
          {onlyEntry ? (
            <SiteLink
              to={onlyEntry.path}
              aria-current={onlyEntry.path === path ? 'page' : undefined}
              className="nav-entry"
            >
              {onlyEntry.title}
            </SiteLink>
          ) : (
            menu.length > 0 && (
              <BarMenu key={path} summary={t('More')}>
                {(close) =>
                  menu.map(({ title, path: to }) => (
                    <SiteLink
                      key={to}
                      to={to}
                      onClick={close}
                      aria-current={to === path ? 'page' : undefined}
                      className={BAR_MENU_LINK_CLASS}
                    >
                      {title}
                    </SiteLink>
                  ))
                }
              </BarMenu>
            )
          )}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-3">
          {/* Each page begins with an empty field. */}
          <BarSearch key={path} isCatalogue={path === '/products'} />
          <EnquiryListButton />
          <LanguageMenu key={`language ${path}`} />
        </div>
        <div className="shrink-0 min-[52rem]:hidden">
          <a href="#footer" className="no-js-only py-3 font-head font-medium text-lg">
            {t('Menu')}
          </a>
          <button
            type="button"
            aria-label={toggle}
            data-tooltip={toggle}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
            className="js-only -mr-2.5 grid size-11 place-items-center"
          >
            {open ? <X aria-hidden="true" size={26} /> : <Menu aria-hidden="true" size={26} />}
          </button>
        </div>
      </div>
      <nav
        id="menu"
        aria-label={t('Menu')}
        inert={!open}
        className={`grid overflow-hidden bg-surface text-ink transition-[grid-template-rows,opacity] duration-(--duration-menu) min-[52rem]:hidden ${open ? 'grid-rows-[1fr] opacity-100' : 'grid-rows-[0fr] opacity-0'}`}
      >
        <ul className="min-h-0">
          {SECTIONS.map(({ id, label }) => (
            <li key={id} className="border-line border-t">
              <SiteLink
                to={`/#${id}`}
                onClick={close}
                aria-current={current(id)}
                className={MENU_ENTRY_CLASS}
              >
                {t(label)}
              </SiteLink>
            </li>
          ))}
          {menu.map(({ title, path: to }) => (
            <li key={to} className="border-line border-t">
              <SiteLink
                to={to}
                onClick={close}
                aria-current={to === path ? 'page' : undefined}
                className={MENU_ENTRY_CLASS}
              >
                {title}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

/** Whether the page is scrolled by more than 100 px, and the first section that contains the point 200 px below the top (rows NAV-4, NAV-5). */
function useScrollState(onLanding: boolean): { scrolled: boolean; active: string } {
  const [state, setState] = useState({ scrolled: false, active: 'home' })
  useEffect(() => {
    const read = () => {
      const active = onLanding ? findSectionAt(PROBE_PX) : undefined
      const scrolled = scrollY > SCROLL_THRESHOLD_PX
      setState((before) => {
        const next = { scrolled, active: active ?? before.active }
        return before.scrolled === next.scrolled && before.active === next.active ? before : next
      })
    }
    read()
    addEventListener('scroll', read, { passive: true })
    return () => removeEventListener('scroll', read)
  }, [onLanding])
  return state
}

function findSectionAt(y: number): string | undefined {
  return SECTIONS.find(({ id }) => {
    const box = document.getElementById(id)?.getBoundingClientRect()
    return box && box.top <= y && box.bottom >= y
  })?.id
}
