/** The time from hover to tooltip (row CLI-5). */
const OPEN_DELAY_MS = 700
/** Within this time after another tooltip, the next one opens without delay. */
const SKIP_DELAY_MS = 300

type ShowTooltip = (trigger: HTMLElement | undefined) => void

/**
 * Watches pointer and focus. `show` receives the element whose tooltip is to be visible, or undefined for none.
 * `initialEvent` is the last pointerover or focusin event before the call. Returns the function that stops watching.
 */
export function watchTooltips(show: ShowTooltip, initialEvent?: Event | null): () => void {
  const controller = createTooltipController(show)
  const handlePointerOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || isInTooltip(event.target)) return
    const trigger = findTrigger(event.target)
    if (trigger?.contains(event.relatedTarget as Node | null)) return
    if (trigger) controller.openSoon(trigger, event.timeStamp)
    else controller.leave()
  }
  const handlePointerOut = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && !event.relatedTarget) controller.leave()
  }
  const handlePointerDown = ({ target }: Event) => {
    if (!isInTooltip(target)) controller.close()
  }
  const handleFocusIn = ({ target }: Event) => {
    const trigger = findTrigger(target)
    if (trigger && (target as Element).matches(':focus-visible')) controller.open(trigger)
  }
  const handleFocusOut = ({ target }: Event) => {
    const trigger = findTrigger(target)
    if (trigger && trigger === controller.shown() && !trigger.matches(':hover')) controller.close()
  }
  // Escape closes only the tooltip, not the dialog around it.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!controller.shown()) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      controller.close()
    } else if (['Enter', ' '].includes(event.key)) controller.close()
  }
  const listenerController = new AbortController()
  const { signal } = listenerController
  document.addEventListener('pointerover', handlePointerOver, { signal })
  document.addEventListener('pointerout', handlePointerOut, { signal })
  document.addEventListener('pointerdown', handlePointerDown, { signal, capture: true })
  document.addEventListener('focusin', handleFocusIn, { signal })
  document.addEventListener('focusout', handleFocusOut, { signal })
  // On the window in the capture phase, before any other listener for Escape.
  window.addEventListener('keydown', handleKeyDown, { signal, capture: true })
  if (initialEvent?.type === 'pointerover') handlePointerOver(initialEvent as PointerEvent)
  else if (initialEvent) handleFocusIn(initialEvent)
  return () => {
    listenerController.abort()
    controller.close()
  }
}

/** Decides which element's tooltip is visible. */
function createTooltipController(show: ShowTooltip) {
  let shown: HTMLElement | undefined
  let closedAtMs = Number.NEGATIVE_INFINITY
  let openTimer: ReturnType<typeof setTimeout> | undefined

  /** `hoverStartMs`: the timestamp of the pointer event. */
  function openSoon(trigger: HTMLElement, hoverStartMs: number) {
    clearTimeout(openTimer)
    if (trigger === shown) return
    if (shown || hoverStartMs - closedAtMs < SKIP_DELAY_MS) return open(trigger)
    const remainingMs = hoverStartMs + OPEN_DELAY_MS - performance.now()
    openTimer = setTimeout(() => trigger.matches(':hover') && open(trigger), remainingMs)
  }
  function open(trigger: HTMLElement) {
    clearTimeout(openTimer)
    shown = trigger
    show(trigger)
  }
  /** Closes the tooltip unless its element has the keyboard focus. */
  function leave() {
    clearTimeout(openTimer)
    if (!shown?.matches(':focus-visible')) close()
  }
  function close() {
    clearTimeout(openTimer)
    if (!shown) return
    shown = undefined
    closedAtMs = performance.now()
    show(undefined)
  }
  return { openSoon, open, leave, close, shown: () => shown }
}

function findTrigger(target: EventTarget | null): HTMLElement | null {
  const trigger = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
  return trigger && 'tooltipIfCut' in trigger.dataset && !isCut(trigger) ? null : trigger
}

/** Whether a text in the element is shortened because the space is too small. */
const isCut = (trigger: HTMLElement): boolean =>
  [trigger, ...trigger.querySelectorAll('*')].some(
    (element) =>
      getComputedStyle(element).overflow !== 'visible' &&
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
  )
const isInTooltip = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="tooltip"]') !== null
