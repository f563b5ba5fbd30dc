import { constants } from 'node:os'
import sharp from 'sharp'
import { serveTasks } from '#server/kernel/child-tasks.ts'
import type { ImageTasks } from './image-worker.ts'
import { createVariants } from './variants.ts'

/** The size in px that Facebook, LinkedIn and WhatsApp show as a large picture. */
const WIDTH = 1200
const HEIGHT = 630
const JPEG_QUALITY = 82
/** Standard deviation of the background's blur, px. */
const BLUR = 40

/** Encodes a picture for social networks: complete, on a blurred background of itself, as JPEG. */
async function encodeSocialImage(picture: Uint8Array): Promise<Uint8Array> {
  const contained = await sharp(picture).resize(WIDTH, HEIGHT, { fit: 'inside' }).toBuffer()
  return sharp(picture)
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .blur(BLUR)
    .composite([{ input: contained, gravity: 'centre' }])
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer()
}

const AVIF_QUALITY = 50
/** A higher effort takes five times as long and saves a tenth of the bytes. */
const EFFORT = 2

/** Encodes a picture as AVIF, `width` px wide. */
function encodeAvif(picture: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(picture).resize({ width }).avif({ quality: AVIF_QUALITY, effort: EFFORT }).toBuffer()
}

// This process is started by image-worker.ts.
serveTasks(
  {
    variants: (args: Parameters<ImageTasks['variants']>) => createVariants(...args),
    social: (args: Parameters<ImageTasks['social']>) => encodeSocialImage(...args),
    avif: (args: Parameters<ImageTasks['avif']>) => encodeAvif(...args),
  },
  { priority: constants.priority.PRIORITY_BELOW_NORMAL },
)
