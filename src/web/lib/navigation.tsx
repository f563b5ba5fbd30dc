import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import type { Item } from '#contracts/item-reader.ts'

/** Fetches the code and data of a page before it is opened; the app provides it from its route table. */
export const PrepareContext = createContext<(to: string, state?: unknown) => void>(() => {})

/** Scheme and host of the site; the app provides it. */
export const OriginContext = createContext('')
/** For absolute addresses; the same on the server. */
export const useOrigin = (): string => useContext(OriginContext)

/** The path that is shown. */
export const usePathname = (): string => useLocation()[0]
/** The parameters of the address that is shown. */
export const useParameters = (): URLSearchParams => new URLSearchParams(useSearch())
/** '#contact' or ''; always '' while the server renders, which never learns it. */
export const useHash = (): string =>
  useLocationProperty(
    () => location.hash,
    () => '',
  )
/** Goes to another address of the site, with or without a step back to this one. */
export const useNavigate = (): ((to: string, options?: { replace?: boolean }) => void) => useLocation()[1]

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  state?: unknown
  /** Without a step back to the address that is left. */
  replace?: boolean
}

/** A link inside the site: no reload, and its page is fetched as soon as someone is about to choose it. */
export function SiteLink({ to, state, onClick, ...rest }: SiteLinkProps) {
  const prepare = useContext(PrepareContext)
  const soon = () => prepare(to, state)
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const target = new URL(to, location.href)
    if (target.pathname === location.pathname && target.hash) scrollToSection(target.hash.slice(1))
  }
  return (
    <Link
      to={to}
      state={state}
      onMouseEnter={soon}
      onFocus={soon}
      onTouchStart={soon}
      onClick={choose}
      {...rest}
    />
  )
}

/** Smooth unless people asked for less motion, which the stylesheet knows. */
export function scrollToSection(id: string): void {
  document.getElementById(id)?.scrollIntoView()
}

/** What a link to an item tells the details page, so that it need not try every kind. */
interface ItemLinkState {
  kind: Item['kind']
}

/** A link to an item's details. */
export function ItemLink({
  item,
  ...rest
}: Omit<SiteLinkProps, 'to' | 'state'> & { item: Pick<Item, 'id' | 'kind'> }) {
  return <SiteLink to={`/product/${item.id}`} state={{ kind: item.kind } satisfies ItemLinkState} {...rest} />
}

/** Opens an item's details, as its link would. */
export function useOpenItem(): (item: Pick<Item, 'id' | 'kind'>) => void {
  const [, navigate] = useLocation()
  return ({ id, kind }) => navigate(`/product/${id}`, { state: { kind } satisfies ItemLinkState })
}

/** The kind that the link to this page named, if it came by one. */
export const useKindHint = (): Item['kind'] | undefined => kindHint(useHistoryState())
export const kindHint = (state: unknown): Item['kind'] | undefined => (state as ItemLinkState | null)?.kind
