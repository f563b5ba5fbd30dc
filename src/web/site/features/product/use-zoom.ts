import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** The transformation of a picture in its box: scaled by `scale`, moved by `x` and `y` px. */
interface Zoom {
  scale: number
  x: number
  y: number
}

const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
const CLICK_SCALE = 2
const MAX_SCALE = 5
const WHEEL_STEP = 1.0015
/** A pointer that moves further than this is dragging, in px. */
const TAP_PX = 8
const SWIPE_PX = 50

/**
 * Zooms the picture in `stage`. A click zooms in and out (row DET-2). Two fingers, Ctrl with the wheel, and the wheel alone
 * in a zoomed picture change the scale continuously. One finger moves a zoomed picture; otherwise a swipe calls
 * `onSwipe(1)` for the next picture or `onSwipe(-1)` for the previous one. The zoom ends when `shown`, the index of the
 * picture, changes.
 */
export function useZoom(stage: RefObject<HTMLElement | null>, shown: number, onSwipe: (by: 1 | -1) => void) {
  const [zoomed, setZoomed] = useState({ shown, zoom: UNZOOMED })
  const zoom = zoomed.shown === shown ? zoomed.zoom : UNZOOMED
  const setZoom = (change: (before: Zoom) => Zoom) =>
    setZoomed((before) => ({ shown, zoom: change(before.shown === shown ? before.zoom : UNZOOMED) }))
  const activePointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(false)
  const pinched = useRef(false)
  const startPoint = useRef({ x: 0, y: 0 })
  const scaleAt = (clientX: number, clientY: number, by: (scale: number) => number) => {
    const box = stage.current?.getBoundingClientRect()
    if (box) setZoom((before) => zoomAround(before, by(before.scale), clientX, clientY, box))
  }

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && zoom.scale === 1) return
    event.preventDefault()
    scaleAt(event.clientX, event.clientY, (scale) => scale * WHEEL_STEP ** -event.deltaY)
  })
  // React's own wheel listeners are passive and cannot prevent the page from scrolling.
  useEffect(() => {
    const element = stage.current
    const listener = (event: WheelEvent) => handleWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [stage])

  const handlePointerDown = (event: PointerEvent) => {
    activePointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    // The drag continues outside the picture.
    event.currentTarget.setPointerCapture(event.pointerId)
    pinched.current = activePointers.current.size > 1
    if (pinched.current) return
    moved.current = false
    startPoint.current = { x: event.clientX, y: event.clientY }
  }
  const handlePointerMove = (event: PointerEvent) => {
    const before = activePointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...activePointers.current].find(([id]) => id !== event.pointerId)?.[1]
    activePointers.current.set(event.pointerId, now)
    if (distance(now, startPoint.current) > TAP_PX) moved.current = true
    if (other) {
      moved.current = true
      const factor = distance(now, other) / (distance(before, other) || 1)
      scaleAt((now.x + other.x) / 2, (now.y + other.y) / 2, (scale) => scale * factor)
    } else if (zoom.scale > 1) {
      const box = stage.current?.getBoundingClientRect()
      if (box)
        setZoom((last) =>
          clampToBox({ ...last, x: last.x + now.x - before.x, y: last.y + now.y - before.y }, box),
        )
    }
  }
  const handlePointerUp = (event: PointerEvent) => {
    if (!activePointers.current.delete(event.pointerId)) return
    const by = { x: event.clientX - startPoint.current.x, y: event.clientY - startPoint.current.y }
    const swiped = Math.abs(by.x) > SWIPE_PX && Math.abs(by.x) > 2 * Math.abs(by.y)
    if (!pinched.current && zoom.scale === 1 && swiped && event.type === 'pointerup')
      onSwipe(by.x < 0 ? 1 : -1)
  }
  /** Handles the click of a pointer or a key; the click at the end of a drag has no effect. */
  const toggle = (clientX?: number, clientY?: number) => {
    const dragged = moved.current
    moved.current = false
    if (dragged) return
    if (zoom.scale > 1) setZoom(() => UNZOOMED)
    else {
      const box = stage.current?.getBoundingClientRect()
      const middle = box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 }
      scaleAt(clientX || middle.x, clientY || middle.y, () => CLICK_SCALE)
    }
  }
  return {
    zoom,
    toggle,
    pointers: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerUp,
      onPointerCancel: handlePointerUp,
    },
  }
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Changes the scale so that the point under the pointer stays in place. */
function zoomAround(before: Zoom, targetScale: number, clientX: number, clientY: number, box: Box): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, targetScale))
  const fromCenter = { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
  const ratio = scale / before.scale
  return clampToBox(
    {
      scale,
      x: fromCenter.x - (fromCenter.x - before.x) * ratio,
      y: fromCenter.y - (fromCenter.y - before.y) * ratio,
    },
    box,
  )
}

/** Limits the movement to the edges of the picture. */
function clampToBox({ scale, x, y }: Zoom, { width, height }: Box): Zoom {
  const limit = (value: number, length: number) => {
    const maxOffset = (length * (scale - 1)) / 2
    return Math.min(maxOffset, Math.max(-maxOffset, value))
  }
  return { scale, x: limit(x, width), y: limit(y, height) }
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)
