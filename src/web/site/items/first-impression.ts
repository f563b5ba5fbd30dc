import { thumbHashToDataURL } from 'thumbhash'
import { whenIdle } from '../../lib/idle.ts'

/** The little that is known of a picture, to be painted behind it. */
interface Impression {
  image: HTMLImageElement
  thumbhash: string
}

/** Each takes about a millisecond, so they are painted between whatever else there is to do. */
const waiting: Impression[] = []
const ONE_TAKES_MS = 2

/** Paints the few bytes that came with a picture's record behind it, until the picture itself is there. */
export function paintFirstImpression(image: HTMLImageElement, thumbhash: string): void {
  if (waiting.push({ image, thumbhash }) === 1) whenIdle(paintSome)
}

function paintSome(timeLeft: () => number): void {
  do {
    const next = waiting.shift()
    if (next?.image.isConnected && !next.image.complete) paint(next)
  } while (waiting.length > 0 && timeLeft() > ONE_TAKES_MS)
  if (waiting.length > 0) whenIdle(paintSome)
}

function paint({ image, thumbhash }: Impression): void {
  const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0))
  image.style.background = `url(${thumbHashToDataURL(bytes)}) center / cover`
  image.addEventListener('load', () => image.style.removeProperty('background'), { once: true })
}
