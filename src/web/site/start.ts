/*
 * The first program of a page, and the only one that its HTML names. It fetches the others when all that the page shows
 * is there and painted, so that they do not delay it, or as soon as somebody wants something of it.
 */

const WANTED = ['pointerdown', 'keydown', 'touchstart'] as const
const AT_LATEST_MS = 1000
const modules = document.getElementById('start')?.dataset.modules?.split(' ') ?? []

function start(): void {
  for (const event of WANTED) removeEventListener(event, start)
  for (const module of modules.splice(0)) import(/* @vite-ignore */ module)
}

/** A page that is loaded but not yet painted is busy becoming visible; one in the background is painted when it is looked at. */
function startWhenPainted(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  })
  observer.observe({ type: 'paint', buffered: true })
  // Browsers that tell nobody when they painted have done so by then.
  requestAnimationFrame(() => setTimeout(start, AT_LATEST_MS))
}

for (const event of WANTED) addEventListener(event, start, { passive: true })
if (document.readyState === 'complete') startWhenPainted()
else addEventListener('load', startWhenPainted, { once: true })

export {}
