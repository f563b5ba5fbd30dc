import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { listMediaFiles, snapshotData, snapshotRows } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectProblem, formBody, type Json } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const file = (bytes: Uint8Array | string, name: string, type = 'image/jpeg') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
const createPlainImage = (width: number, height: number, background = '#a0522d') =>
  sharp({ create: { width, height, channels: 3, background } })
const fetchBytes = async (address: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(address)).arrayBuffer())
const getMediaId = (address: string) => new URL(address).pathname.split('/')[2]!

/** Creates a machine with one picture; returns the picture of the response. */
async function uploadImage(picture: File): Promise<Json> {
  const machine = await createMachine(staff, {}, [picture])
  expect(machine.pictures).toHaveLength(1)
  return machine.pictures[0]
}

describe('[API-4] Uploading pictures with a machine', () => {
  test('[API-4] Uploaded pictures are served as immutable WebP files', async () => {
    const machine = await createMachine(staff, {}, [await createJpeg(1), await createJpeg(2)])
    expect(machine.images).toHaveLength(2)
    expect(machine.imageUrl).toBe(machine.images[0])
    const reply = await fetch(machine.images[1])
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/webp')
    expect(reply.headers.get('cache-control')).toMatch(/immutable/)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await sharp(await reply.arrayBuffer()).metadata()).format).toBe('webp')
  })

  test.each([
    [2000, 1000, [320, 640, 1024, 1600], [1600, 800]],
    [1600, 900, [320, 640, 1024, 1600], [1600, 900]],
    [800, 600, [320, 640, 800], [800, 600]],
    [320, 240, [320], [320, 240]],
    [40, 3000, [40], [40, 3000]],
    [1, 1, [1], [1, 1]],
  ])(
    '[API-4] A picture of %i × %i px is stored in the widths %j',
    async (width, height, widths, [shownWidth, shownHeight]) => {
      const bytes = await createPlainImage(width, height).jpeg().toBuffer()
      const picture = await uploadImage(file(bytes, 'sized.jpg'))
      expect(picture).toMatchObject({ widths, width: shownWidth, height: shownHeight })
      const id = getMediaId(picture.url)
      const files = (await listMediaFiles(site.dataDir)).filter((path) => path.startsWith(id))
      expect(files).toEqual(widths.map((step) => `${id}/${step}.webp`).sort())
      for (const step of widths) {
        const variant = await fetchBytes(picture.url.replace(/\d+\.webp$/, `${step}.webp`))
        expect((await sharp(variant).metadata()).width).toBe(step)
      }
    },
  )

  const formats: [string, (picture: Sharp) => Sharp][] = [
    ['a progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
    ['a grey JPEG', (picture) => picture.greyscale().jpeg()],
    ['a CMYK JPEG', (picture) => picture.toColourspace('cmyk').jpeg()],
    ['a PNG', (picture) => picture.png()],
    ['a PNG with a palette', (picture) => picture.png({ palette: true })],
    ['a PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
    ['a WebP', (picture) => picture.webp()],
    ['an AVIF', (picture) => picture.avif()],
    ['a GIF', (picture) => picture.gif()],
  ]
  test.each(formats)('[API-4] The colour of %s is preserved', async (_what, encode) => {
    const bytes = await encode(createPlainImage(400, 300, '#808080')).toBuffer()
    const picture = await uploadImage(file(bytes, 'picture'))
    const pixel = await sharp(await fetchBytes(picture.url))
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    for (const channel of [0, 1, 2])
      expect(Math.abs(pixel[channel]! - 128), `${pixel[channel]}`).toBeLessThan(16)
  })

  test('[API-4] The transparency of a PNG is preserved', async () => {
    const glass = sharp({
      create: { width: 200, height: 100, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
    const picture = await uploadImage(file(await glass.png().toBuffer(), 'glass.png', 'image/png'))
    const { data, info } = await sharp(await fetchBytes(picture.url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(data[3]).toBe(0)
  })

  test('[API-4] A rotated photo is stored upright and without metadata', async () => {
    const right = await createPlainImage(300, 400, '#0000ff').png().toBuffer()
    const bytes = await createPlainImage(600, 400, '#ff0000')
      .composite([{ input: right, left: 300, top: 0 }])
      .withMetadata({ orientation: 6 })
      .withExif({
        IFD0: { Make: 'Secret Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '11/1 1/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect(before.exif?.toString('latin1')).toContain('Secret Camera')

    const picture = await uploadImage(file(bytes, 'sideways.jpg'))
    expect(picture).toMatchObject({ width: before.height, height: before.width })
    const shown = await fetchBytes(picture.url)
    const { exif, xmp, iptc, orientation, width, height } = await sharp(shown).metadata()
    expect({ exif, xmp, iptc, orientation }).toEqual({})
    const pixels = await sharp(shown).removeAlpha().raw().toBuffer()
    const colourAt = (y: number) => [...pixels.subarray((y * width + width / 2) * 3).subarray(0, 3)]
    expect(colourAt(5)[0]).toBeGreaterThan(200)
    expect(colourAt(height - 5)[2]).toBeGreaterThan(200)
    expect(Buffer.from(shown).includes('Secret')).toBe(false)
  })

  test('[API-4] A picture of exactly 15 MB is accepted', async () => {
    const bytes = new Uint8Array(15_000_000)
    bytes.set(await createPlainImage(400, 300, '#123456').jpeg().toBuffer())
    expect((await uploadImage(file(bytes, 'heavy.jpg'))).width).toBe(400)
  })

  test('[API-4] Identical pictures are stored once', async () => {
    const machine = await createMachine(staff, {}, [await createJpeg(7), await createJpeg(7)])
    const again = await createMachine(staff, {}, [await createJpeg(7)])
    expect(machine.images).toEqual(again.images)
  })
})

describe('[API-8] Rejected pictures', () => {
  const cases: [string, number, RegExp, () => Promise<File>][] = [
    [
      'text with the name of a JPEG',
      415,
      /renamed\.jpg.*JPEG, PNG/,
      async () => file('just words', 'renamed.jpg'),
    ],
    ['an SVG', 415, /drawing\.svg/, async () => file(SVG, 'drawing.svg', 'image/svg+xml')],
    [
      'a TIFF',
      415,
      /scan\.tif/,
      async () => file(await createPlainImage(20, 20).tiff().toBuffer(), 'scan.tif', 'image/tiff'),
    ],
    ['a PDF', 415, /sheet\.pdf/, async () => file('%PDF-1.4\n%%EOF', 'sheet.pdf', 'application/pdf')],
    ['an empty file', 415, /empty\.jpg/, async () => file('', 'empty.jpg')],
    [
      'more than 50 megapixels',
      415,
      /huge\.png.*50 megapixels/,
      async () => file(await createHugePng(), 'huge.png'),
    ],
    ['more than 15 MB', 413, /heavy\.jpg.*15 MB/, async () => file(new Uint8Array(15_000_001), 'heavy.jpg')],
  ]
  test.each(cases)(
    '[API-8, FRM-4] An upload of %s is rejected and nothing is stored',
    async (_what, status, message, picture) => {
      const bad = await picture()
      const before = await snapshotData(site)
      expect(
        await expectProblem(staff('/api/products', formBody('POST', MACHINE_FIELDS, [bad])), status),
      ).toMatch(message)
      expect(await snapshotData(site)).toEqual(before)
    },
  )

  test('[API-8] A rejected picture among valid pictures leaves the database unchanged', async () => {
    const machine = await createMachine(staff)
    const before = await snapshotRows(site)
    const [good, bad] = [await createJpeg(60), file('just words', 'bad.jpg')]
    for (const files of [
      [good, bad],
      [bad, good],
    ]) {
      await expectProblem(staff('/api/products', formBody('POST', MACHINE_FIELDS, files)), 415)
      await expectProblem(
        staff(`/api/products/${machine.id}`, formBody('PUT', { name: 'Renamed' }, files)),
        415,
      )
      await expectProblem(staff('/api/upload-images', formBody('POST', {}, files)), 415)
    }
    expect(await snapshotRows(site)).toEqual(before)
  })

  test('[API-8] A form with an invalid field is rejected before its pictures are stored', async () => {
    const before = await snapshotData(site)
    const wrong = { ...MACHINE_FIELDS, specifications: '{}' }
    await expectProblem(staff('/api/products', formBody('POST', wrong, [await createJpeg(62)])), 400)
    expect(await snapshotData(site)).toEqual(before)
  })

  test('[API-8] A rejected upload does not affect a concurrent upload of the same picture', async () => {
    const [shared, slow] = [await createJpeg(63, 2400, 1800), await createJpeg(64, 2400, 1800)]
    const bad = file('just words', 'bad.jpg')
    const refusal = staff('/api/products', formBody('POST', MACHINE_FIELDS, [shared, bad]))
    const machine = createMachine(staff, {}, [shared, slow])
    await expectProblem(refusal, 415)
    for (const address of (await machine).images) expect((await fetch(address)).status).toBe(200)
  })
})

describe('[API-5] Uploading pictures alone', () => {
  test('[API-5] The upload returns the URLs in the order of the files', async () => {
    const files = [await createJpeg(70), await createJpeg(71), await createJpeg(72)]
    const reply = await staff('/api/upload-images', formBody('POST', {}, files))
    expect(reply.status).toBe(201)
    const { imageUrls } = await reply.json()
    const each = await Promise.all(files.map(async (one) => (await uploadImage(one)).url))
    expect(imageUrls).toEqual(each)
    expect(new Set(imageUrls).size).toBe(3)
  })

  test('[FRM-8, API-8] An upload of seven pictures is rejected and nothing is stored', async () => {
    const before = await snapshotData(site)
    const files = await Promise.all([80, 81, 82, 83, 84, 85, 86].map((seed) => createJpeg(seed)))
    expect(await expectProblem(staff('/api/upload-images', formBody('POST', {}, files)), 400)).toMatch(
      /6 images/,
    )
    expect(await snapshotData(site)).toEqual(before)
  })
})

describe('[API-10] Repeated requests for a picture', () => {
  test('[API-10] A request with the ETag of a picture returns 304', async () => {
    const { url } = await uploadImage(await createJpeg(90))
    const etag = (await fetch(url)).headers.get('etag')!
    expect(etag).toMatch(/^"/)
    const reply = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([reply.status, await reply.text()]).toEqual([304, ''])
    expect((await fetch(url, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  })

  test.each([
    `/media/${'0'.repeat(32)}/320.webp`,
    '/media/short/320.webp',
    `/media/${'0'.repeat(32)}/..%2f..%2fcapstan.sqlite`,
    '/media/..%2f/capstan.sqlite',
    '/media/',
  ])('[API-8] %s returns 404 that is not cached as immutable', async (path) => {
    const reply = await site.fetch(path)
    expect(reply.headers.get('cache-control') ?? '').not.toMatch(/immutable/)
    await expectProblem(Promise.resolve(reply), 404)
  })
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'

const createHugePng = () => createPlainImage(10_000, 5001).png({ compressionLevel: 1 }).toBuffer()
