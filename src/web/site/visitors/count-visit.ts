/*
 * Reports what the visitor does to the visitor figures (decision 0243), without cookies and without an identity. It is loaded after
 * everything else, for visitors who are counted (entry-client.tsx).
 */

import type { VisitEvent } from '#contracts/visitors/visit-event.ts'

/** A page counts when it has been shown for a second, a search when it has not changed for one. */
const SETTLED_MS = 1000
/** Shorter interactions are not slow. */
const LEAST_DURATION_MS = 40

const firstPath = location.pathname
let countedUrl: string | undefined
let lcp: number | undefined
let inp: number | undefined
let timer: ReturnType<typeof setTimeout>

type Distributed<Event> = Event extends unknown ? Omit<Event, 'url'> : never

function report(event: Distributed<VisitEvent>, url = location.pathname + location.search): void {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...event, url })
  fetch('/api/visits', { method: 'POST', keepalive: true, headers, body }).catch(() => undefined)
}

function countPage(): void {
  const url = location.pathname + location.search
  // Unknown pages have the meta element.
  if (url === countedUrl || document.querySelector('[name=robots]')) return
  const isSamePage = countedUrl?.split('?')[0] === location.pathname
  const referrer = countedUrl === undefined ? document.referrer : undefined
  report(isSamePage ? { event: 'change' } : { event: 'page', referrer })
  countedUrl = url
}

function countWhenSettled(): void {
  clearTimeout(timer)
  timer = setTimeout(countPage, SETTLED_MS)
}

function observe(type: string, read: (entry: PerformanceEntry & { interactionId?: number }) => void): void {
  new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
    type,
    buffered: true,
    durationThreshold: LEAST_DURATION_MS,
  } as PerformanceObserverInit)
}

countWhenSettled()
// Wouter emits the first two.
for (const change of ['pushState', 'replaceState', 'popstate']) addEventListener(change, countWhenSettled)
// That of the load was before: this one is from the back/forward cache.
addEventListener('pageshow', () => {
  countedUrl = ''
  countWhenSettled()
})
addEventListener(
  'click',
  ({ target }) => {
    const to = (target as Element).closest?.('a')?.href ?? ''
    if (/^(tel|mailto|https:..wa\.me)|\/documents\/|\.pdf/.test(to)) report({ event: 'link', to })
  },
  true,
)
addEventListener('itemlisted', ({ detail }) => report({ event: 'list', item: detail }))
// The page is left.
addEventListener('visibilitychange', () => report({ event: 'speed', lcp, inp }, firstPath), { once: true })
observe('largest-contentful-paint', ({ startTime }) => {
  lcp = startTime
})
observe('event', ({ interactionId, duration }) => {
  if (interactionId) inp = Math.max(inp ?? 0, duration)
})
