import { type ComponentProps, createContext, type MouseEvent, useCallback, useContext } from 'react'
import { useLocation, useRouter, useSearch } from 'wouter'
import { navigate, useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import type { Item } from '#contracts/parse-item.ts'

/** Fetches the code and data of a page before it is opened; the app provides it from its route table. */
export const PrefetchContext = createContext<(to: string, state?: unknown) => void>(() => {})

/** Scheme and host of the site; the app provides it. */
export const OriginContext = createContext('')
/** For absolute addresses; the same on the server. */
export const useOrigin = (): string => useContext(OriginContext)

/** The path that is shown. */
export const usePathname = (): string => useLocation()[0]
/** The parameters of the address that is shown. */
export const useSearchParams = (): URLSearchParams => new URLSearchParams(useSearch())
/** '#contact' or ''; always '' while the server renders, which never learns it. */
export const useHash = (): string =>
  useLocationProperty(
    () => location.hash,
    () => '',
  )
/**
 * Goes to another address of the site, with or without a step back to this one. Unlike the router's own hook and links it
 * does not listen to the address: a list has a hundred links, none of which looks different elsewhere.
 */
export function useNavigate(): (to: string, options?: { replace?: boolean; state?: unknown }) => void {
  const { aroundNav } = useRouter()
  return useCallback((to, options) => aroundNav(navigate, to, options), [aroundNav])
}

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  state?: unknown
  /** Without a step back to the address that is left. */
  replace?: boolean
}

/** A link inside the site: no reload, and its page is fetched as soon as someone is about to choose it. */
export function SiteLink({ to, state, replace = false, onClick, ...rest }: SiteLinkProps) {
  const prefetch = useContext(PrefetchContext)
  const goTo = useNavigate()
  const prefetchTarget = () => prefetch(to, state)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    onClick?.(event)
    const target = new URL(to, location.href)
    if (target.pathname === location.pathname && target.hash) scrollToSection(target.hash.slice(1))
    if (event.defaultPrevented) return
    event.preventDefault()
    goTo(to, { replace, state })
  }
  return (
    <a
      href={to}
      onMouseEnter={prefetchTarget}
      onFocus={prefetchTarget}
      onTouchStart={prefetchTarget}
      onClick={handleClick}
      {...rest}
    />
  )
}

/** Not one that asks for a new tab or a download. */
const isPlainClick = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey

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
  const goTo = useNavigate()
  return ({ id, kind }) => goTo(`/product/${id}`, { state: { kind } satisfies ItemLinkState })
}

/** The kind that the link to this page named, if it came by one. */
export const useKindHint = (): Item['kind'] | undefined => getKindHint(useHistoryState())
export const getKindHint = (state: unknown): Item['kind'] | undefined => (state as ItemLinkState | null)?.kind
