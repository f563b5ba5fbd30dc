/** How long something must be pointed at before its tooltip shows (row CLI-5). */
const OPEN_DELAY_MS = 700
/** Whoever comes from another tooltip within this time does not wait again. */
const SKIP_DELAY_MS = 300

type Show = (trigger: HTMLElement | undefined) => void

/**
 * Watches what the pointer and the keyboard come to. `show` gets the element whose tooltip is to be seen, or undefined for
 * none. `begun` is the newest pointerover or focusin of before. Answers the way to stop.
 */
export function watchTooltips(show: Show, begun?: Event | null): () => void {
  const turn = takeTurns(show)
  const comeOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || isTooltip(event.target)) return
    const trigger = triggerOf(event.target)
    if (trigger?.contains(event.relatedTarget as Node | null)) return
    if (trigger) turn.openSoon(trigger, event.timeStamp)
    else turn.leave()
  }
  const leaveWindow = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && !event.relatedTarget) turn.leave()
  }
  const press = ({ target }: Event) => {
    if (!isTooltip(target)) turn.close()
  }
  const focus = ({ target }: Event) => {
    const trigger = triggerOf(target)
    if (trigger && (target as Element).matches(':focus-visible')) turn.open(trigger)
  }
  const blur = ({ target }: Event) => {
    const trigger = triggerOf(target)
    if (trigger && trigger === turn.shown() && !trigger.matches(':hover')) turn.close()
  }
  // One press of Escape closes one thing: what stands around the tooltip stays.
  const key = (event: KeyboardEvent) => {
    if (!turn.shown()) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      turn.close()
    } else if (['Enter', ' '].includes(event.key)) turn.close()
  }
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('pointerover', comeOver, { signal })
  document.addEventListener('pointerout', leaveWindow, { signal })
  document.addEventListener('pointerdown', press, { signal, capture: true })
  document.addEventListener('focusin', focus, { signal })
  document.addEventListener('focusout', blur, { signal })
  // On the window, where nothing else hears the Escape first.
  window.addEventListener('keydown', key, { signal, capture: true })
  if (begun?.type === 'pointerover') comeOver(begun as PointerEvent)
  else if (begun) focus(begun)
  return () => {
    stop.abort()
    turn.close()
  }
}

/** Whose tooltip is seen, and from when on. */
function takeTurns(show: Show) {
  let shown: HTMLElement | undefined
  let closedAtMs = Number.NEGATIVE_INFINITY
  let waiting: ReturnType<typeof setTimeout> | undefined

  /** `sinceMs`: when the pointer came, on the page's own clock. */
  function openSoon(trigger: HTMLElement, sinceMs: number) {
    clearTimeout(waiting)
    if (trigger === shown) return
    if (shown || sinceMs - closedAtMs < SKIP_DELAY_MS) return open(trigger)
    const restMs = sinceMs + OPEN_DELAY_MS - performance.now()
    waiting = setTimeout(() => trigger.matches(':hover') && open(trigger), restMs)
  }
  function open(trigger: HTMLElement) {
    clearTimeout(waiting)
    shown = trigger
    show(trigger)
  }
  /** Closes unless the keyboard stands on it. */
  function leave() {
    clearTimeout(waiting)
    if (!shown?.matches(':focus-visible')) close()
  }
  function close() {
    clearTimeout(waiting)
    if (!shown) return
    shown = undefined
    closedAtMs = performance.now()
    show(undefined)
  }
  return { openSoon, open, leave, close, shown: () => shown }
}

const triggerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
const isTooltip = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="tooltip"]') !== null
