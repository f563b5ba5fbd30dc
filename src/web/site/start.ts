/*
 * The first program of a page, and the only one that its HTML names. It fetches the others when all that the page shows
 * is there and painted, so that they do not delay it, or as soon as somebody wants something of it.
 */

const WANTED = ['pointerdown', 'keydown', 'touchstart'] as const
const modules = document.getElementById('start')?.dataset.modules?.split(' ') ?? []

function start(): void {
  for (const event of WANTED) removeEventListener(event, start)
  for (const module of modules.splice(0)) import(/* @vite-ignore */ module)
}

/** A page that is loaded but not yet painted is busy becoming visible; one in the background is painted when it is looked at. */
function startWhenPainted(): void {
  if (PerformanceObserver.supportedEntryTypes.includes('paint'))
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  else start()
}

for (const event of WANTED) addEventListener(event, start, { passive: true })
if (document.readyState === 'complete') startWhenPainted()
else addEventListener('load', startWhenPainted, { once: true })

export {}
