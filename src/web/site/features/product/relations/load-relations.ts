/** The element that contains the relations in the HTML of the server. */
export const RELATED_ID = 'related'
const INPUT_EVENTS = ['scroll', 'pointerover', 'touchstart', 'keydown', 'focusin'] as const

/**
 * Loads the code of the relations. The server renders them before; a browser that has its HTML on display loads the code
 * with the first input, as the links work without it.
 */
export async function loadRelations() {
  if (!import.meta.env.SSR && document.getElementById(RELATED_ID))
    await new Promise((resolve) => {
      for (const type of INPUT_EVENTS) addEventListener(type, resolve, { once: true, passive: true })
    })
  return import('./relations.tsx')
}

// A page that is prefetched, or opened by a link, needs the code at once.
if (!import.meta.env.SSR && !document.getElementById(RELATED_ID)) void loadRelations()
