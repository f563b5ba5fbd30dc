import { thumbHashToDataURL } from 'thumbhash'

/** Paints the few bytes that came with a picture's record behind it, until the picture itself is there. */
export function paintFirstImpression(image: HTMLImageElement, thumbhash: string): void {
  if (image.complete) return
  const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0))
  image.style.background = `url(${thumbHashToDataURL(bytes)}) center / cover`
  image.addEventListener('load', () => image.style.removeProperty('background'), { once: true })
}
