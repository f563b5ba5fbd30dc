import { thumbHashToRGBA } from 'thumbhash'
import { whenIdle } from '#web/lib/scheduling.ts'

/** A placeholder that is to be painted behind a picture. */
interface PlaceholderJob {
  image: HTMLImageElement
  thumbhash: string
}

/** Painting one takes about a millisecond, so the queue is processed in idle time. */
const queue: PlaceholderJob[] = []
const PAINT_COST_MS = 2

/** Paints the thumbhash of a picture behind it until the picture is loaded. */
export function paintPlaceholder(image: HTMLImageElement, thumbhash: string): void {
  if (queue.push({ image, thumbhash }) === 1) whenIdle(paintQueued)
}

function paintQueued(timeLeft: () => number): void {
  do {
    const next = queue.shift()
    if (next?.image.isConnected && !next.image.complete) paint(next)
  } while (queue.length > 0 && timeLeft() > PAINT_COST_MS)
  if (queue.length > 0) whenIdle(paintQueued)
}

function paint({ image, thumbhash }: PlaceholderJob): void {
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  const { w: width, h: height, rgba } = thumbHashToRGBA(bytes)
  // The library has an encoder of its own, of half a kilobyte.
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  image.style.background = `url(${canvas.toDataURL()}) center / cover`
  image.addEventListener('load', () => image.style.removeProperty('background'), { once: true })
}
