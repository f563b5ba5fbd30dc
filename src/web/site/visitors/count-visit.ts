/*
 * Reports what the visitor does to the visitor figures (decision 0243), without cookies and without an identity. It is loaded after
 * everything else, for visitors who are counted (entry-client.tsx).
 */

import type { SentVisitEvent } from '#contracts/visitors/visit-event.ts'

/** A page counts when it has been shown for a second, a search when it has not changed for one. */
const SETTLED_MS = 1000
/** The least that browsers report. */
const LEAST_DURATION_MS = 16

const firstPath = location.pathname
let countedUrl = ''
let lcp: number | undefined
let inp: number | undefined
let timer: ReturnType<typeof setTimeout>

type Distributed<Event> = Event extends unknown ? Omit<Event, 'url' | 'referrer'> : never

const getUrl = () => location.pathname + location.search

function report(event: Distributed<SentVisitEvent>, url = getUrl()): void {
  fetch('/api/visits', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...event, url, referrer: document.referrer }),
  }).catch(() => {})
}

function countPage(): void {
  const url = getUrl()
  // Unknown pages have the meta element.
  if (url === countedUrl || document.hidden || document.querySelector('[name=robots]')) return
  const isSamePage = countedUrl.split('?')[0] === location.pathname
  report(isSamePage ? { event: 'change', from: countedUrl } : { event: 'page' })
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
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  countedUrl = ''
  countWhenSettled()
})
addEventListener('click', ({ target }) => {
  const [to = ''] = (target as Element).closest('a')?.href.split('?') ?? []
  if (/^(tel|mailto):.|wa\.me.\d|\/(documents|files)\/|\.pdf/.test(to)) report({ event: 'link', to })
})
addEventListener('itemlisted', ({ detail }) => report({ event: 'list', item: detail }))
// A page that was opened in the background is counted when it is seen, and nothing was painted before.
addEventListener('visibilitychange', countWhenSettled)
if (!document.hidden) {
  addEventListener('visibilitychange', () => countedUrl && report({ event: 'speed', lcp, inp }, firstPath), {
    once: true,
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime
  })
}
observe('event', ({ interactionId, duration }) => {
  if (interactionId && location.pathname === firstPath) inp = Math.max(inp ?? 0, duration)
})
