import { type ComponentProps, createContext, type MouseEvent, useCallback, useContext } from 'react'
import { useLocation, useRouter, useSearch } from 'wouter'
import { navigate, useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { scrollToSection } from './section-scroll.ts'

/** A function that fetches the code and data of a page before a link opens it; the app provides it from its route table. */
export const PrefetchContext = createContext<(to: string, state?: unknown) => void>(() => {})

/** Scheme and host of the site, provided by the app. */
export const OriginContext = createContext('')
/** Scheme and host of the site for absolute URLs, the same on the server and in the browser. */
export const useOrigin = (): string => useContext(OriginContext)

/** The path of the current address, without that of its language. */
export const usePathname = (): string => useLocation()[0]
/** The query parameters of the current address. */
export const useSearchParams = (): URLSearchParams => new URLSearchParams(useSearch())
/** '#contact' or ''; always '' on the server, which does not receive it. */
export const useHash = (): string =>
  useLocationProperty(
    () => location.hash,
    () => '',
  )
/**
 * Returns the function that navigates within the site; `replace` adds no history entry. Unlike the router's own hook and
 * links it does not subscribe to the address: a list has a hundred links, and none of them depends on the address.
 */
export function useNavigate(): (to: string, options?: { replace?: boolean; state?: unknown }) => void {
  const { aroundNav } = useRouter()
  return useCallback((to, options) => aroundNav(navigate, toLanguagePath(to), options), [aroundNav])
}

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  state?: unknown
  /** Replaces the current history entry. */
  replace?: boolean
}

/** A link within the site in the present language. It navigates without a page load, and prefetches its page on hover, focus and touch. */
export function SiteLink({ to, state, replace = false, onClick, ...rest }: SiteLinkProps) {
  const prefetch = useContext(PrefetchContext)
  const goTo = useNavigate()
  const href = toLanguagePath(to)
  const prefetchTarget = () => prefetch(to, state)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    onClick?.(event)
    const target = new URL(href, location.href)
    if (target.pathname === location.pathname && target.hash) scrollToSection(target.hash.slice(1))
    if (event.defaultPrevented) return
    event.preventDefault()
    goTo(to, { replace, state })
  }
  return (
    <a
      href={href}
      onMouseEnter={prefetchTarget}
      onFocus={prefetchTarget}
      onTouchStart={prefetchTarget}
      onClick={handleClick}
      {...rest}
    />
  )
}

/** Whether a click opens the link in the same tab; modifier keys open a new tab or download. */
const isPlainClick = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey

/** History state of a link to an item: the kind saves the details page up to two requests. */
interface ItemLinkState {
  kind: Item['kind']
}

/** A link to the details page of an item. */
export function ItemLink({
  item,
  ...rest
}: Omit<SiteLinkProps, 'to' | 'state'> & { item: Pick<Item, 'id' | 'kind'> }) {
  return <SiteLink to={`/product/${item.id}`} state={{ kind: item.kind } satisfies ItemLinkState} {...rest} />
}

/** Returns the function that opens the details page of an item, as its link does. */
export function useOpenItem(): (item: Pick<Item, 'id' | 'kind'>) => void {
  const goTo = useNavigate()
  return ({ id, kind }) => goTo(`/product/${id}`, { state: { kind } satisfies ItemLinkState })
}

/** The kind in the history state of this page; undefined unless a link to the item opened it. */
export const useKindHint = (): Item['kind'] | undefined => getKindHint(useHistoryState())
export const getKindHint = (state: unknown): Item['kind'] | undefined => (state as ItemLinkState | null)?.kind
