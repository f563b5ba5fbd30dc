/** What can have the focus, in the order of the page. */
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio], [type=file]), textarea'

/**
 * Moves the focus on when the control that has it is removed or disabled, such as the button of a row that is deleted: to
 * the same control of the next row, else of the previous one, else to the heading above. Otherwise it would go to the body,
 * and Tab would begin at the top of the page.
 */
export function keepFocus(): void {
  let last: Element | null = null
  /** The screen on which it got the focus. Another screen moves the focus itself, such as to the row that was edited. */
  let screen = ''
  let place: { root: Element; parent: Node; next: Node | null; previous: Node | null } | undefined
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element
    screen = location.pathname
    place = undefined
  })
  const observer = new MutationObserver((records) => {
    if (!last) return
    for (const { removedNodes, target, nextSibling, previousSibling } of records)
      for (const root of removedNodes)
        if (root instanceof Element && root.contains(last))
          place = { root, parent: target, next: nextSibling, previous: previousSibling }
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
    const target = place ? findReplacement(lost, place) : findUsable(lost.parentElement, lost)
    focus(target ?? findHeading(getConnected(place?.parent ?? lost)))
  }
}

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

/** Whether nothing has the focus, or a control that is disabled by now. */
const hasNoFocus = (): boolean => {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.matches('dialog, :disabled')
}

interface Place {
  root: Element
  next: Node | null
  previous: Node | null
}

/** The control of a neighbour that corresponds to the lost one. A text field replaces only another one: it opens the keyboard of a phone. */
function findReplacement(lost: Element, { root, next, previous }: Place): Element | undefined {
  const index = listControls(root, lost).indexOf(lost)
  for (const neighbour of [next, previous])
    if (neighbour instanceof Element && neighbour.isConnected && neighbour.tagName === root.tagName) {
      const controls = listControls(neighbour, lost).filter(isUsable)
      const found = controls[Math.min(Math.max(index, 0), controls.length - 1)]
      if (found) return found
    }
  return undefined
}

/** The nearest usable control beside a disabled one. */
function findUsable(parent: Element | null, lost: Element): Element | undefined {
  if (!parent?.isConnected) return undefined
  return listControls(parent, lost).find((control) => isUsable(control))
}

function listControls(root: Element, lost: Element): Element[] {
  const controls = [...root.querySelectorAll(FOCUSABLE)]
  if (root.matches(FOCUSABLE)) controls.unshift(root)
  return lost.matches(TEXT_FIELD) ? controls : controls.filter((control) => !control.matches(TEXT_FIELD))
}

const getConnected = (node: Node): Element => {
  const element = node instanceof Element ? node : node.parentElement
  return element?.isConnected ? element : document.body
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
