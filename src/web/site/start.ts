/*
 * The first program of a page, and the only one that its HTML names. It fetches the others when all that the page shows
 * is there, so that they do not delay it, or as soon as somebody wants something of it.
 */

const WANTED = ['pointerdown', 'keydown', 'touchstart'] as const
const modules = document.getElementById('start')?.dataset.modules?.split(' ') ?? []

function start(): void {
  for (const event of WANTED) removeEventListener(event, start)
  for (const module of modules.splice(0)) import(/* @vite-ignore */ module)
}

if (document.readyState === 'complete') start()
else {
  addEventListener('load', start, { once: true })
  for (const event of WANTED) addEventListener(event, start, { passive: true })
}

export {}
