import { watchUserInput } from '../user-input.ts'

/** How long the position is corrected after content above the section has changed its height. */
const ALIGN_TIMEOUT_MS = 30_000

let stopAligning = () => {}

/** Ends the corrections of the last `scrollToSection`. */
export const cancelSectionScroll = (): void => stopAligning()

/**
 * Scrolls to the element with this id, also if it is rendered later; smoothly, unless the visitor prefers reduced motion
 * (styles/base.css), and moves the focus to its heading unless it is in the section already, so that Tab and screen readers
 * go on there. A field would open the keyboard of a phone. Scrolls again whenever the height of the page changes, as lists
 * that are still loading would move the section away, and when a scroll ended elsewhere: a busy browser can drop the last of
 * several. This ends after 30 s, with the next call, or with the visitor's next input.
 */
export function scrollToSection(id: string): void {
  stopAligning()
  let isFound = false
  const align = () => {
    const section = document.getElementById(id)
    if (!section) return
    section.scrollIntoView()
    if (!isFound) focusHeading(section)
    isFound = true
  }
  align()
  const controller = new AbortController()
  const { signal } = controller
  const observer = new ResizeObserver(align)
  observer.observe(document.body)
  // It does nothing, and so does not repeat itself, when the section is where it belongs.
  addEventListener('scrollend', align, { signal })
  const timer = setTimeout(() => stopAligning(), ALIGN_TIMEOUT_MS)
  stopAligning = () => {
    observer.disconnect()
    clearTimeout(timer)
    controller.abort()
  }
  watchUserInput(stopAligning, signal)
}

function focusHeading(section: HTMLElement): void {
  const heading = section.querySelector<HTMLElement>('h1, h2')
  if (!heading || section.contains(document.activeElement)) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
