import sharp from 'sharp'

/** What Facebook, LinkedIn and WhatsApp show large. px. */
const WIDTH = 1200
const HEIGHT = 630
const QUALITY = 82
/** Standard deviation of the ground's blur, px. */
const BLUR = 40

/** A picture as it travels with a shared address: whole, on a ground of its own colours, as JPEG, which every program reads. */
export async function createSocialImage(picture: Uint8Array): Promise<Uint8Array> {
  const contained = await sharp(picture).resize(WIDTH, HEIGHT, { fit: 'inside' }).toBuffer()
  return sharp(picture)
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .blur(BLUR)
    .composite([{ input: contained, gravity: 'centre' }])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()
}
