/*
 * The first program of a page, and the only one that its HTML names. It fetches the others when all that the page shows
 * is there and painted, so that they do not delay it, or as soon as somebody wants something of it.
 */

const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'touchstart'] as const
const MAX_DELAY_MS = 1000
const modules = document.getElementById('start')?.dataset.modules?.split(' ') ?? []

function loadModules(): void {
  for (const event of INTERACTION_EVENTS) removeEventListener(event, loadModules)
  for (const module of modules.splice(0)) import(/* @vite-ignore */ module)
}

/** A page that is loaded but not yet painted is busy becoming visible; one in the background is painted when it is looked at. */
function loadModulesAfterPaint(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) loadModules()
  })
  observer.observe({ type: 'paint', buffered: true })
  // Browsers that tell nobody when they painted have done so by then.
  requestAnimationFrame(() => setTimeout(loadModules, MAX_DELAY_MS))
}

for (const event of INTERACTION_EVENTS) addEventListener(event, loadModules, { passive: true })
if (document.readyState === 'complete') loadModulesAfterPaint()
else addEventListener('load', loadModulesAfterPaint, { once: true })

export {}
