import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPictureHeader } from './picture-header.ts'

const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'Format and size of a %s are read from its header',
  async (format) => {
    expect(readPictureHeader(await picture.clone().toFormat(format).toBuffer())).toEqual({
      format,
      pixels: 60_000,
    })
  },
)

test('The size of a lossless and of a transparent WebP is read', async () => {
  const lossless = await picture.clone().webp({ lossless: true }).toBuffer()
  const transparent = await picture.clone().ensureAlpha(0.5).webp().toBuffer()
  expect(readPictureHeader(lossless)).toEqual({ format: 'webp', pixels: 60_000 })
  expect(readPictureHeader(transparent)).toEqual({ format: 'webp', pixels: 60_000 })
})

test('The size of a JPEG follows its metadata, or is unknown if it comes later', async () => {
  const jpeg = await picture
    .clone()
    .withExif({ IFD0: { Copyright: 'x'.repeat(5000) } })
    .jpeg()
    .toBuffer()
  expect(readPictureHeader(jpeg)?.pixels).toBe(60_000)
  expect(readPictureHeader(jpeg.subarray(0, 1000))).toEqual({ format: 'jpeg', pixels: undefined })
})

test('AVIF and HEIC are told apart, and other files are no pictures', async () => {
  const toFile = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(16)])
  expect(readPictureHeader(await picture.clone().avif().toBuffer())?.format).toBe('avif')
  expect(readPictureHeader(toFile('heic'))?.format).toBe('heic')
  for (const bytes of [
    toFile('isom'),
    Buffer.from('<svg xmlns="">'),
    Buffer.from('%PDF-1.7 and more'),
    Buffer.alloc(3),
  ])
    expect(readPictureHeader(bytes)).toBeUndefined()
})
