import { watchUserInput } from './user-input.ts'

/** How long a page that is still too short may take to grow. */
const TIMEOUT_MS = 10_000

/**
 * Scrolls to a position in px, repeatedly while the page is too short for it, until the user does something, at most 10 s.
 * Returns a function that ends it.
 */
export function scrollWhenPossible(position: number): () => void {
  const controller = new AbortController()
  const observer = new ResizeObserver(() => scroll())
  const timer = setTimeout(() => stop(), TIMEOUT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    controller.abort()
  }
  const scroll = () => {
    scrollTo({ top: position, behavior: 'instant' })
    if (Math.abs(scrollY - position) < 1) stop()
  }
  observer.observe(document.body)
  watchUserInput(stop, controller.signal)
  return stop
}
