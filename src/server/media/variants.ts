import { readFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { LIMITS } from '#contracts/limits.ts'
import { type HttpProblem, unsupportedMediaType } from '#server/kernel/http/problem.ts'

/**
 * Widths in px for srcset. A smaller picture gets those below its own width, and its own. A change applies to new uploads
 * only: the record of a picture lists the widths that exist.
 */
const WIDTHS = [320, 640, 1024, 1600]
/** WebP allows 16,383 px, but no page shows a picture of that height. */
const MAX_HEIGHT_PX = 8000
const QUALITY = 80
const THUMB_EDGE_PX = 100

/** The files of a picture and the properties of its record. */
export interface Variants {
  /** Of the widest variant, after EXIF rotation, px. */
  width: number
  height: number
  thumbhash: string
  files: { width: number; bytes: Uint8Array }[]
}

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

/**
 * Converts an uploaded file to upright WebP pictures without metadata. Throws 415 for anything but JPEG, PNG, WebP,
 * AVIF and GIF, for damaged files and for more than 50 megapixels; the message contains `filename`.
 */
export async function createVariants(path: string, filename: string): Promise<Variants> {
  const original = await readFile(path)
  await readHeader(original, filename)
  try {
    const [largest] = WIDTHS.slice(-1)
    const master = await openImage(original)
      .rotate()
      .resize({ width: largest!, height: MAX_HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = master.info
    const raw = { width, height, channels: master.info.channels }
    const files = []
    for (const target of getWidths(width)) {
      const scaled = sharp(master.data, { raw }).resize({ width: target })
      files.push({ width: target, bytes: await scaled.webp({ quality: QUALITY, effort: 3 }).toBuffer() })
    }
    return { width, height, thumbhash: await computeThumbhash(master.data, raw), files }
  } catch (cause) {
    throw Object.assign(unreadableError(filename), { cause })
  }
}

function openImage(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: LIMITS.picturePixels, failOn: 'error', pages: 1 })
}

async function readHeader(bytes: Uint8Array, filename: string): Promise<Metadata> {
  let header: Metadata
  try {
    header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  } catch {
    throw unreadableError(filename)
  }
  if (header.width * header.height > LIMITS.picturePixels) {
    throw unsupportedMediaType(`${filename} has more than 50 megapixels. Choose a smaller picture.`)
  }
  return header
}

const unreadableError = (filename: string): HttpProblem =>
  unsupportedMediaType(`${filename} cannot be read as a picture. Use a JPEG, PNG, WebP, AVIF or GIF file.`)

function getWidths(width: number): number[] {
  const smaller = WIDTHS.filter((target) => target < width)
  return width <= WIDTHS.at(-1)! ? [...smaller, width] : WIDTHS
}

async function computeThumbhash(
  data: Uint8Array,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
) {
  const thumb = await sharp(data, { raw })
    .resize(THUMB_EDGE_PX, THUMB_EDGE_PX, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(thumb.info.width, thumb.info.height, thumb.data)).toString('base64')
}
