import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { watchTooltips } from './tooltip-controller.ts'

/** How close to the edge of the window a tooltip may come. */
const MARGIN_PX = 8

/**
 * The tooltips of everything that carries `data-tooltip="Text"`, one at a time (row CLI-5); with `data-tooltip-if-cut`, only
 * while a text in it is shortened. `newest` holds the last
 * pointerover or focusin event from before this module was loaded, so that its delay does not start again.
 */
export default function TooltipLayer({ newest }: { newest?: RefObject<Event | null> }) {
  const [trigger, setTrigger] = useState<HTMLElement>()
  useEffect(() => watchTooltips(setTrigger, newest?.current), [newest])
  return trigger && <Tooltip trigger={trigger} />
}

/**
 * A tooltip in the top layer, above modals. It is a descendant of the modal that contains its element, since everything
 * outside a modal is inert.
 */
function Tooltip({ trigger }: { trigger: HTMLElement }) {
  const element = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const tooltip = element.current!
    const updatePosition = () => positionTooltip(tooltip, trigger)
    tooltip.showPopover()
    updatePosition()
    const removeDescription = addDescription(trigger, id)
    document.addEventListener('scroll', updatePosition, { capture: true, passive: true })
    window.addEventListener('resize', updatePosition)
    return () => {
      document.removeEventListener('scroll', updatePosition, { capture: true })
      window.removeEventListener('resize', updatePosition)
      removeDescription()
      tooltip.hidePopover()
    }
  }, [trigger, id])
  return createPortal(
    <div
      ref={element}
      id={id}
      role="tooltip"
      popover="manual"
      className="group fixed inset-auto m-0 w-max max-w-[min(18rem,calc(100vw-1rem))] overflow-visible border-0 bg-transparent p-0 data-[side=above]:pb-2.5 data-[side=below]:pt-2.5"
    >
      <p className="whitespace-pre-line rounded-md bg-marine-deep px-2.5 py-1.5 font-head font-medium text-on-dark text-sm tracking-label shadow-float outline-1 outline-line-dark">
        {trigger.dataset.tooltip}
      </p>
      <i className="absolute left-(--leader) h-2.5 w-px bg-marine-deep group-data-[side=above]:bottom-0 group-data-[side=below]:top-0" />
    </div>,
    trigger.closest('dialog, [popover]') ?? document.body,
  )
}

/** Places the tooltip above the element, or below it if the space is too small; hidden while the element is scrolled out of view. */
function positionTooltip(tooltip: HTMLElement, trigger: HTMLElement): void {
  const { top, bottom, left, width } = trigger.getBoundingClientRect()
  const viewport = document.documentElement
  tooltip.dataset.side ??= 'above'
  const { offsetWidth, offsetHeight } = tooltip
  const above = top - offsetHeight >= MARGIN_PX
  const centerX = left + width / 2
  const maxX = viewport.clientWidth - MARGIN_PX - offsetWidth
  const x = Math.max(MARGIN_PX, Math.min(maxX, centerX - offsetWidth / 2))
  tooltip.dataset.side = above ? 'above' : 'below'
  tooltip.style.left = `${x}px`
  tooltip.style.top = `${above ? top - offsetHeight : bottom}px`
  tooltip.style.setProperty('--leader', `${centerX - x}px`)
  tooltip.style.visibility = bottom > 0 && top < viewport.clientHeight ? '' : 'hidden'
}

/** Sets aria-describedby if the tooltip differs from the element's accessible name. Returns the function that resets it. */
function addDescription(trigger: HTMLElement, id: string): () => void {
  const name = trigger.getAttribute('aria-label') ?? trigger.textContent?.trim()
  if (name === trigger.dataset.tooltip) return () => {}
  const previous = trigger.getAttribute('aria-describedby')
  trigger.setAttribute('aria-describedby', previous ? `${previous} ${id}` : id)
  return () => {
    if (previous) trigger.setAttribute('aria-describedby', previous)
    else trigger.removeAttribute('aria-describedby')
  }
}
