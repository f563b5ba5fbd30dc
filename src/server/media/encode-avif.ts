import sharp from 'sharp'

const QUALITY = 50
/** Above 2 it takes five times as long for a tenth of the bytes. */
const EFFORT = 2

/** The picture as AVIF, `width` px wide. */
export function encodeAvif(picture: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(picture).resize({ width }).avif({ quality: QUALITY, effort: EFFORT }).toBuffer()
}
