import sharp from 'sharp'

/** The size in px that Facebook, LinkedIn and WhatsApp show as a large picture. */
const WIDTH = 1200
const HEIGHT = 630
const QUALITY = 82
/** Standard deviation of the background's blur, px. */
const BLUR = 40

/** Encodes a picture for social networks: complete, on a blurred background of itself, as JPEG. */
export async function encodeSocialImage(picture: Uint8Array): Promise<Uint8Array> {
  const contained = await sharp(picture).resize(WIDTH, HEIGHT, { fit: 'inside' }).toBuffer()
  return sharp(picture)
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .blur(BLUR)
    .composite([{ input: contained, gravity: 'centre' }])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}
