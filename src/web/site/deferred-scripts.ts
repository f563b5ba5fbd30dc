/*
 * The only script in the HTML of a page. It loads the others after the first paint and the load event, so that they do not
 * delay them, or on the first interaction.
 */

declare global {
  interface Window {
    /** The response with the state of the page, requested before the modules run; undefined without network. */
    pageState?: Promise<Response | undefined>
  }
}

const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'touchstart'] as const
const MAX_DELAY_MS = 1000
const modules = document.getElementById('start')?.dataset.modules?.split(' ') ?? []

function loadModules(): void {
  for (const event of INTERACTION_EVENTS) removeEventListener(event, loadModules)
  window.pageState ??= fetch(document.documentElement.dataset.state ?? '').catch(() => undefined)
  for (const module of modules.splice(0)) import(/* @vite-ignore */ module)
}

/** Waits for the first paint; a page in a background tab is painted when the tab is opened. */
function loadModulesAfterPaint(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) loadModules()
  })
  observer.observe({ type: 'paint', buffered: true })
  // For browsers without paint timing.
  requestAnimationFrame(() => setTimeout(loadModules, MAX_DELAY_MS))
}

for (const event of INTERACTION_EVENTS) addEventListener(event, loadModules, { passive: true })
if (document.readyState === 'complete') loadModulesAfterPaint()
else addEventListener('load', loadModulesAfterPaint, { once: true })

export {}
