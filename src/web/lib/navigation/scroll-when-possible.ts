import { watchUserInput } from '../user-input.ts'

/**
 * Scrolls to a position in px, repeatedly while the page is too short for it, until the user does something. Returns a
 * function that ends it.
 */
export function scrollWhenPossible(position: number): () => void {
  const controller = new AbortController()
  const observer = new ResizeObserver(() => scroll())
  const stop = () => {
    observer.disconnect()
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
