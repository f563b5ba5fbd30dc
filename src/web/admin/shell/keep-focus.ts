/** What can have the focus, in the order of the page. */
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio], [type=file]), textarea'

/** An element that contains the focus, or has it, and its position among the children of its parent. */
interface Place {
  element: Element
  parent: Element
  index: number
}

/**
 * Moves the focus on when the control that has it is removed or disabled, such as the button of a row that is deleted: to
 * the same control of the row that is in its place, else of the last one, else to what replaced the list, such as the button
 * of an empty one, else to the heading above. Otherwise it would go to the body, and Tab would begin at the top of the page.
 */
export function keepFocus(): void {
  let last: Element | null = null
  /** The screen on which it got the focus. Another screen moves the focus itself, such as to the row that was edited. */
  let screen = ''
  /** From the control itself to the body, as they were when the control was still there. */
  let places: Place[] = []
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element
    screen = location.pathname
    places = listPlaces(last)
  })
  const observer = new MutationObserver(() => {
    if (!last) return
    if (last.isConnected) places = listPlaces(last)
    if (isUsable(last)) return
    // A screen that moves the focus itself does so first, and the browser has taken it from a disabled control.
    const lost = last
    requestAnimationFrame(() => requestAnimationFrame(() => recover(lost)))
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })

  function recover(lost: Element): void {
    if (lost !== last || location.pathname !== screen || isUsable(lost) || !hasNoFocus()) return
    const level = places.findIndex(({ parent }) => parent.isConnected)
    const place = places[level]
    if (!place) return
    const target = lost.isConnected
      ? listControls(place.parent, lost).find(isUsable)
      : findReplacement(lost, place, places.slice(0, level).reverse())
    focus(target ?? findHeading(place.parent))
  }
}

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** Whether nothing has the focus, or a control that is disabled by now. */
const hasNoFocus = (): boolean => {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.matches('dialog, :disabled')
}

function listPlaces(control: Element): Place[] {
  const places: Place[] = []
  for (let element = control, parent = element.parentElement; parent; parent = element.parentElement) {
    places.push({ element, parent, index: [...parent.children].indexOf(element) })
    element = parent
  }
  return places
}

/**
 * The control that corresponds to the lost one in the element that is in place of the removed one, or else in the one before:
 * the control at the same place within it, else the first of the same kind, else the first. A text field replaces only
 * another one: it opens the keyboard of a phone.
 */
function findReplacement(lost: Element, removed: Place, within: Place[]): Element | undefined {
  const { element, parent, index } = removed
  for (const neighbour of [parent.children[index], parent.children[index - 1]]) {
    if (neighbour?.tagName !== element.tagName) continue
    const controls = listControls(neighbour, lost).filter(isUsable)
    const same = controls.filter(({ tagName }) => tagName === lost.tagName)
    const counterpart = findCounterpart(neighbour, within)
    const found = same.find((control) => counterpart.contains(control)) ?? same[0] ?? controls[0]
    if (found) return found
  }
  return undefined
}

/** Follows the positions from an element inwards, as far as the elements there are of the same kind. */
function findCounterpart(root: Element, within: Place[]): Element {
  let found = root
  for (const { element, index } of within) {
    const child = found.children[index]
    if (child?.tagName !== element.tagName) break
    found = child
  }
  return found
}

function listControls(root: Element, lost: Element): Element[] {
  const controls = [...root.querySelectorAll(FOCUSABLE)]
  if (root.matches(FOCUSABLE)) controls.unshift(root)
  return lost.matches(TEXT_FIELD) ? controls : controls.filter((control) => !control.matches(TEXT_FIELD))
}

/** The heading of the nearest dialog, section or screen around an element. */
function findHeading(element: Element): Element | null {
  for (let area = element.closest('section, dialog, main'); area; ) {
    const heading = area.querySelector('h1, h2, h3')
    if (heading) return heading
    area = area.parentElement?.closest('section, dialog, main') ?? null
  }
  return document.querySelector('dialog[open] h2, main h1')
}

function focus(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return
  if (!target.matches(FOCUSABLE)) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
