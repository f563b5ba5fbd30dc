/** Focuses the title of the screen, where the element that had the focus is gone, so that Tab goes on from there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
