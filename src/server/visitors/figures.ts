import { parseSpecificationFilters } from '#contracts/catalogue/specification-filter.ts'
import { capitalize } from '#contracts/format.ts'
import { splitLanguage } from '#contracts/language-path.ts'
import type { VisitEvent } from '#contracts/visitors/visit-event.ts'
import type { FigureGroup } from '#contracts/visitors/visitor-report.ts'
import { fold, isRecordableSearch, toSingleLine } from '#server/kernel/text.ts'

/**
 * What is counted: a kind, and which of it. `visit` and `enquiry` have no name; enquiries are no sum of their own, but counted in the
 * sums of everything else. A `step` is one that some visits take; `lcp` and `inp` have the name of a page and the upper bound of a
 * time in ms: '/products 2500'.
 */
export type FigureKind = FigureGroup | 'visit' | 'enquiry' | 'step' | 'lcp' | 'inp'
export interface Figure {
  kind: FigureKind
  name: string
}

const VISIT: Figure = { kind: 'visit', name: '' }
export const ENQUIRY: Figure = { kind: 'enquiry', name: '' }
const ITEM_STEP: Figure = { kind: 'step', name: 'item' }
const LIST_STEP: Figure = { kind: 'step', name: 'list' }

/** Names that a stranger made up are not stored one by one. */
export const OTHER_NAME = 'Other'
const DIRECT_SOURCE = 'Direct'
const UNKNOWN_COUNTRY = 'Unknown'
const PATH = /^\/(?:[a-z0-9-]{0,100}|(?:product|articles)\/[\w.~%-]{1,200})$/
const ITEM_PATH = /^\/product\/[^/]+$/
const SHEET_PATH = /^\/product\/([\w.~%-]{1,200})\.pdf$/
const DOCUMENT_PATH = /^\/(?:documents|files)\/\w{1,40}\/[^/]{1,300}$/
const CAMPAIGN = /^[\w .-]+$/
const HOST = /^[a-z0-9.-]{1,100}$/

/** The names of the catalogue's filters by their parameters. */
const FILTERS: Record<string, string> = {
  category: 'Category',
  featured: 'Featured',
  fits: 'Fits a machine',
  priceFrom: 'Price from',
  priceTo: 'Price to',
}

/** Longer than the last bound. */
export const NO_BOUND = 0
/** The upper bounds by which times are counted, in ms. */
const SPEED_BOUNDS = {
  lcp: [400, 600, 800, 1000, 1300, 1600, 2000, 2500, 3000, 4000, 6000, 10_000],
  inp: [50, 100, 150, 200, 300, 500, 1000, 2000],
} as const
export type SpeedKind = keyof typeof SPEED_BOUNDS

/** Stands for the origin of the site, which makes no difference. */
const SITE = 'http://site.invalid'

/** The figures of a page are those of all its languages. */
function toPageUrl(address: string): URL {
  const url = new URL(address, SITE)
  url.pathname = splitLanguage(url.pathname).path
  return url
}

/** Returns what an event of a visitor counts as. */
export function toFigures(event: VisitEvent): Figure[] {
  const url = toPageUrl(event.url)
  switch (event.event) {
    case 'page':
      return [
        VISIT,
        { kind: 'page', name: toPage(url) },
        ...(ITEM_PATH.test(url.pathname) ? [ITEM_STEP] : []),
        ...toChoices(url),
      ]
    case 'change':
      return toNewChoices(url, toPageUrl(event.from))
    case 'link':
      return toLinkFigures(event.to)
    case 'list':
      return [LIST_STEP, { kind: 'listed', name: event.item }]
    case 'speed':
      return (Object.keys(SPEED_BOUNDS) as SpeedKind[]).flatMap((kind) => {
        const ms = event[kind]
        if (ms === undefined) return []
        const bound = SPEED_BOUNDS[kind].find((limit) => ms <= limit) ?? NO_BOUND
        return [{ kind, name: `${toPageType(url.pathname)} ${bound}` }]
      })
  }
}

const toPage = ({ pathname }: URL): string => (PATH.test(pathname) ? pathname : OTHER_NAME)

/** Pages with the same code have their speed in common. */
function toPageType(pathname: string): string {
  const [, first = '', second] = pathname.split('/')
  if (second !== undefined) return first === 'product' || first === 'articles' ? `/${first}/…` : OTHER_NAME
  return ['', 'products', 'finder', 'compare', 'articles'].includes(first) ? `/${first}` : '/…'
}

/** The search and the filters that an address of the catalogue contains. */
function toChoices({ pathname, searchParams }: URL): Figure[] {
  if (pathname !== '/products') return []
  const search = toSingleLine(fold(searchParams.get('search') ?? ''))
  const filters = Object.keys(FILTERS).flatMap((name) => (searchParams.get(name) ? [FILTERS[name]!] : []))
  const specifications = parseSpecificationFilters(searchParams.get('specifications') ?? '')
  return [
    ...(isRecordableSearch(search) ? [{ kind: 'search' as const, name: search.toWellFormed() }] : []),
    ...[...filters, ...specifications.map(({ key }) => toFilterName(key))].map((name) => ({
      kind: 'filter' as const,
      name,
    })),
  ]
}

/** What the first address contains and the second one does not. */
function toNewChoices(url: URL, before: URL): Figure[] {
  const former = toChoices(before)
  return toChoices(url).filter(
    ({ kind, name }) => !former.some((figure) => figure.kind === kind && figure.name === name),
  )
}

/** 'bar-capacity.mm' → 'Bar capacity' */
function toFilterName(key: string): string {
  const words = key.split('/')[0]!.split('.')[0]!.replaceAll('-', ' ').slice(0, 60)
  return capitalize(words)
}

function toLinkFigures(to: string): Figure[] {
  if (/^tel:./.test(to)) return [{ kind: 'contact', name: 'Call' }]
  // Without an address, the page is sent to somebody else.
  if (/^mailto:[^?]/.test(to)) return [{ kind: 'contact', name: 'Email' }]
  if (/^https:\/\/wa\.me\/\d/.test(to)) return [{ kind: 'contact', name: 'WhatsApp' }]
  const path = URL.canParse(to, SITE) ? new URL(to, SITE).pathname : ''
  if (path === '/compare.pdf') return [{ kind: 'document', name: 'Comparison' }]
  if (SHEET_PATH.test(path)) return [{ kind: 'document', name: path }]
  return DOCUMENT_PATH.test(path) ? [{ kind: 'document', name: path }] : []
}

/** What is known of a visitor who came to the site: from where, and with what. Nothing of one who came from another page of the site. */
export function toArrival(
  event: VisitEvent,
  { host, language = '', userAgent = '' }: { host: string; language?: string; userAgent?: string },
): Figure[] {
  const source = toSource(new URL(event.url, SITE), event.referrer, host)
  if (source === undefined) return []
  return [
    { kind: 'source', name: source },
    { kind: 'country', name: /^[a-z]{2,3}-([A-Z]{2})\b/.exec(language)?.[1] ?? UNKNOWN_COUNTRY },
    { kind: 'device', name: toDevice(userAgent) },
  ]
}

function toSource(url: URL, referrer: string, ownHost: string): string | undefined {
  const campaign = fold(url.searchParams.get('utm_source') ?? '')
  if (CAMPAIGN.test(campaign) && isRecordableSearch(campaign)) return campaign
  if (!URL.canParse(referrer)) return DIRECT_SOURCE
  const { host } = new URL(referrer)
  if (host === ownHost) return undefined
  if (!HOST.test(host)) return OTHER_NAME
  return host.startsWith('www.') ? host.slice(4) : host
}

function toDevice(userAgent: string): string {
  if (/iPad|Tablet/.test(userAgent)) return 'Tablet'
  if (userAgent.includes('Mobi')) return 'Phone'
  return userAgent.includes('Android') ? 'Tablet' : 'Computer'
}
