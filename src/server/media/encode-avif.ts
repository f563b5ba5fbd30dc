import sharp from 'sharp'

const QUALITY = 50
/** A higher effort takes five times as long and saves a tenth of the bytes. */
const EFFORT = 2

/** Encodes a picture as AVIF, `width` px wide. */
export function encodeAvif(picture: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(picture).resize({ width }).avif({ quality: QUALITY, effort: EFFORT }).toBuffer()
}
