/**
 * Calls `onVisible` whenever the element has come into the window, extended by `rootMargin`. A busy browser reports several
 * changes at once; the last one counts. Returns the function that stops watching.
 */
export function watchVisibility(element: Element, onVisible: () => void, rootMargin = '0px'): () => void {
  const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onVisible(), {
    rootMargin,
  })
  observer.observe(element)
  return () => observer.disconnect()
}
