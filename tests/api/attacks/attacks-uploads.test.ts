import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listMediaFiles, snapshotData } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import {
  createEmptyWebp,
  createGif,
  createHugeClaimAvif,
  createHugeClaimPng,
  createHugeClaimWebp,
  createManyScansJpeg,
  createMaxSizePng,
  createPixelBombPng,
  createProfileBombPng,
  createTextBombPng,
  createValidImage,
  type ImageFormat,
  PAYLOAD,
  POLYGLOTS,
} from '../../support/hostile/malicious-images.ts'
import { expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const SVG =
  '<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><text>&f;</text></svg>'
const file = (bytes: Uint8Array | string, name = 'picture.jpg', type = 'image/jpeg') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
const upload = (bytes: Uint8Array | string, name?: string) =>
  staff('/api/upload-images', formBody('POST', {}, [file(bytes, name)]))

/** Uploads a picture and returns the response that visitors get for its URL. */
async function uploadAndFetch(bytes: Uint8Array): Promise<{ reply: Response; body: Buffer }> {
  const sent = await upload(bytes)
  const { imageUrls, message } = (await sent.json()) as Json
  expect(sent.status, message).toBe(201)
  const reply = await site.fetch(new URL(imageUrls[0]).pathname)
  return { reply, body: Buffer.from(await reply.arrayBuffer()) }
}

describe('Decompression bombs', () => {
  const TOO_MANY_PIXELS = /50 megapixels/
  const UNREADABLE = /^picture\.jpg /
  const rejectedBombs: [what: string, bomb: () => Promise<Uint8Array> | Uint8Array, message: RegExp][] = [
    ['a PNG that claims 3,600 megapixels', createHugeClaimPng, TOO_MANY_PIXELS],
    ['a WebP that claims 3,600 megapixels', createHugeClaimWebp, UNREADABLE],
    ['an AVIF that claims 3,600 megapixels', createHugeClaimAvif, TOO_MANY_PIXELS],
    ['an AVIF that claims more pixels than it contains', () => createHugeClaimAvif(7000), UNREADABLE],
    ['a WebP of the maximum size without content', createEmptyWebp, UNREADABLE],
    ['a GIF with a frame larger than its canvas', () => createGif(1, 65_535, 1), UNREADABLE],
    ['a JPEG of 2,000 scans', createManyScansJpeg, UNREADABLE],
  ]
  test.each(rejectedBombs)(
    'A decompression bomb is rejected and nothing is stored: %s',
    async (_what, bomb, message) => {
      const before = await snapshotData(site)
      expect(await expectProblem(upload(await bomb()), 415)).toMatch(message)
      expect(await snapshotData(site)).toEqual(before)
    },
  )

  const acceptedBombs: [what: string, bomb: () => Promise<Uint8Array> | Uint8Array, edge: number][] = [
    ['A GIF of 100,000 frames is stored as its first frame', () => createGif(100_000, 200), 200],
    ['A PNG with 100 MB of text is stored without the text', createTextBombPng, 10],
    ['A PNG with a colour profile of 100 MB is stored without the profile', createProfileBombPng, 10],
    ['A PNG with 100 MB of additional rows is stored without them', createPixelBombPng, 10],
  ]
  test.each(acceptedBombs)('%s', async (_what, bomb, edge) => {
    const { body } = await uploadAndFetch(await bomb())
    const { width, height, pages = 1 } = await sharp(body).metadata()
    expect([width, height, pages]).toEqual([edge, edge, 1])
    expect(body.length).toBeLessThan(50_000)
  })

  test('Decompression bombs do not delay lists and other uploads', async () => {
    const largest = uploadAndFetch(await createMaxSizePng())
    const bombs = Promise.all([upload(createGif(100_000, 200)), upload(createHugeClaimPng())])
    let isOver = false
    const over = Promise.all([largest, bombs]).then(() => {
      isOver = true
    })
    expect((await site.fetch('/api/products')).status).toBe(200)
    expect(isOver).toBe(false)
    const picture = await createJpeg(77, 64, 48)
    expect((await staff('/api/upload-images', formBody('POST', {}, [picture]))).status).toBe(201)
    await over
    expect((await bombs).map(({ status }) => status)).toEqual([201, 415])
    const { body } = await largest
    const { width, height } = await sharp(body).metadata()
    expect([width, height]).toEqual([1600, 1600])
    expect(body.length).toBeLessThan(50_000)
  })
})

describe('Polyglot files', () => {
  test.each(Object.entries(POLYGLOTS))(
    'A polyglot file is served only as a picture: %s',
    async (_what, make) => {
      const bytes = await make()
      expect(bytes.includes('polyglot-7f3a')).toBe(true)
      const { reply, body } = await uploadAndFetch(bytes)
      expect(reply.headers.get('content-type')).toBe('image/webp')
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(body.includes('polyglot-7f3a')).toBe(false)
      const { format, exif, xmp, icc, comments } = await sharp(body).metadata()
      expect({ format, exif, xmp, icc, comments }).toEqual({ format: 'webp' })
    },
  )

  const otherFiles: Record<string, string | Uint8Array> = {
    'an HTML page': PAYLOAD,
    'an HTML page with the header of a GIF': `GIF89a/*${PAYLOAD}*/`,
    'an HTML page with the header of a JPEG': Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.from(PAYLOAD),
    ]),
    'an HTML page with the header of a PNG': Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      Buffer.from(PAYLOAD),
    ]),
    'an HTML page with the header of a WebP': `RIFF\x40\0\0\0WEBPVP8 ${PAYLOAD}`,
    'an HTML page with the header of an AVIF': `\0\0\0\x20ftypavif\0\0\0\0avifmif1${PAYLOAD}`,
    'an MVG file with a command':
      'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "|id"\npop graphic-context',
    'an SVG with a script': SVG.replace(/^<!.*?]>/, '').replace('&f;', ''),
    'an SVG that reads a local file': SVG,
    'a PostScript file': '%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file',
    'a BMP file': Buffer.from(
      '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000ffffff00',
      'hex',
    ),
    'an ICO file': Buffer.from('00000100010001010000010018003000000016000000', 'hex'),
    'a JPEG 2000 file': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    'a JPEG XL file': Buffer.from('0000000c4a584c200d0a870a', 'hex'),
    'a Radiance picture': '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd',
    'a PPM file': 'P3 1 1 255 1 1 1',
    'a ZIP archive': 'PK\x03\x04\x14\0\0\0\0\0',
    'an ELF executable': '\x7fELF\x02\x01\x01',
  }
  test.each(Object.entries(otherFiles))(
    'A file of another type with the name of a picture is rejected: %s',
    async (_what, bytes) => {
      const before = await snapshotData(site)
      await expectProblem(upload(bytes, 'picture.png'), 415)
      expect(await snapshotData(site)).toEqual(before)
    },
  )

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as ImageFormat[])(
    'A truncated %s file is rejected',
    async (format) => {
      const complete = await createValidImage(format, 300)
      const before = await snapshotData(site)
      for (const part of [0.1, 0.5, 0.9])
        await expectProblem(upload(complete.subarray(0, Math.floor(complete.length * part))), 415)
      expect(await snapshotData(site)).toEqual(before)
    },
  )
})

const BOUNDARY = 'hostile-form'
const formPart = (disposition: string, body: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${more}\r\n${body}\r\n`
const sendRawForm = (
  path: string,
  method: string,
  parts: string[],
  type = `multipart/form-data; boundary=${BOUNDARY}`,
) =>
  staff(path, {
    method,
    headers: { 'content-type': type },
    body: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`, 'latin1'),
  })
const textParts = (fields: Record<string, string> = MACHINE_FIELDS) =>
  Object.entries(fields).map(([name, value]) => formPart(`form-data; name="${name}"`, value))

describe('Malicious forms', () => {
  const forms: Record<string, () => string[]> = {
    'of 500 files': () =>
      Array.from({ length: 500 }, (_, n) => formPart(`form-data; name="images"; filename="${n}.jpg"`, 'x')),
    'of 500 empty files': () =>
      Array.from({ length: 500 }, () => formPart('form-data; name="images"; filename=""', '')),
    'with a field named __proto__': () => [
      ...textParts(),
      formPart('form-data; name="__proto__"', '{"draft":"true"}'),
    ],
    'with a field named constructor': () => [...textParts(), formPart('form-data; name="constructor"', 'x')],
    'with a field named toString': () => [...textParts(), formPart('form-data; name="toString"', 'x')],
    'with a file named __proto__': () => [
      ...textParts(),
      formPart('form-data; name="__proto__"; filename="a.jpg"', 'x'),
    ],
    'with a file in a field whose name has full-width characters': () => [
      ...textParts(),
      formPart('form-data; name="\xef\xbd\x89mages"; filename="a.jpg"', 'x'),
    ],
    'with a part without a name': () => [...textParts({ name: 'x' }), formPart('form-data', 'x')],
    'with a nested form': () => [
      formPart(
        'form-data; name="name"',
        `--inner\r\n\r\nx\r\n--inner--`,
        'Content-Type: multipart/mixed; boundary=inner\r\n',
      ),
    ],
    'with 5,000 headers in a part': () => [
      formPart('form-data; name="name"', 'x', 'X-More: y\r\n'.repeat(5000)),
    ],
  }
  test.each(Object.entries(forms))('A form %s is rejected and nothing is stored', async (_what, make) => {
    const before = await snapshotData(site)
    const reply = await sendRawForm('/api/products', 'POST', make())
    const text = await reply.text()
    expect(reply.status, text).toBeGreaterThanOrEqual(400)
    expect(reply.status, text).toBeLessThan(500)
    expect(await snapshotData(site)).toEqual(before)
    expect(Object.hasOwn(Object.prototype, 'draft')).toBe(false)
  })

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(5000)}`,
    'multipart/form-data; boundary="a\\"b"',
    `multipart/mixed; boundary=${BOUNDARY}`,
    `multipart/form-data; charset=utf-7; boundary=other; boundary=${BOUNDARY}`,
  ])('A form with the content type %s is rejected or read as multipart', async (type) => {
    const before = await snapshotData(site)
    const reply = await sendRawForm('/api/products', 'POST', textParts({ name: 'x' }), type)
    expect(reply.status, await reply.text()).toBeOneOf([400, 415])
    expect(await snapshotData(site)).toEqual(before)
  })
})

describe('File names', () => {
  const NAMES = [
    '../../capstan.sqlite',
    '..\\..\\capstan.sqlite',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    'capstan.sqlite\0.jpg',
    '%2e%2e%2fcapstan.sqlite',
    '..%c0%af..%c0%afx',
    '.htaccess',
    'con.jpg',
    'gpj.\u202eexe',
    'a\u0000\u0008b.jpg',
    '\uff0e\uff0e\uff0fx.jpg',
    'e\u0301'.repeat(200),
    'x'.repeat(4000),
    '$(id).jpg',
    '<img src=x onerror=alert(1)>.jpg',
    '=cmd|calc!A0.jpg',
  ]
  test.each(NAMES)('The uploaded file name %j does not affect any path', async (name) => {
    const folders = async () =>
      (await readdir(site.dataDir)).filter((entry) => !entry.startsWith('capstan.sqlite'))
    const [around, before] = [await folders(), await listMediaFiles(site.dataDir)]
    const picture = await createValidImage('jpeg', 30 + NAMES.indexOf(name))
    const disposition = `form-data; name="images"; filename="${Buffer.from(name).toString('latin1')}"`
    const reply = await sendRawForm('/api/upload-images', 'POST', [
      formPart(disposition, picture.toString('latin1')),
    ])
    const { imageUrls, message } = (await reply.json()) as Json
    const added = (await listMediaFiles(site.dataDir)).filter((path) => !before.includes(path))
    for (const path of added) expect(path).toMatch(/^[0-9a-f]{32}\/\d+\.webp$/)
    if (reply.status === 201) expect(imageUrls[0]).toMatch(/\/media\/[0-9a-f]{32}\/\d+\.webp$/)
    else expect([reply.status, message, added]).toEqual([400, expect.any(String), []])
    expect(await folders()).toEqual(around)
    expect(await readdir(`${site.dataDir}/tmp`)).toEqual([])
  })

  test('An uploaded file name appears only as text of the error message', async () => {
    const reply = await upload('no picture', '<img src=x onerror=alert(1)>.jpg')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      415,
      'application/json; charset=utf-8',
    ])
    expect((await reply.json()).message).toMatch(/^<img src=x onerror=alert\(1\)>\.jpg /)
  })
})

describe('External images', () => {
  const EXTERNAL_URLS = [
    'http://127.0.0.1:1/x.jpg',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:1/x.jpg',
    'http://localhost:1/x.jpg',
    'http://0x7f000001:1/x',
    'https://user:secret@evil.example/x.jpg',
  ]

  test('The server never requests external images', async () => {
    let requestCount = 0
    const { createServer } = await import('node:http')
    const target = createServer((_request, response) => {
      requestCount++
      response.end()
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(target.address() as { port: number }).port}/x.jpg`
    const machine = await createMachine(staff)
    const existingImages = JSON.stringify([address, ...EXTERNAL_URLS.slice(0, 5)])
    const fields = { ...MACHINE_FIELDS, existingImages }
    expect((await staff(`/api/products/${machine.id}`, formBody('PUT', fields))).status).toBe(200)
    for (const path of [
      `/api/products/${machine.id}`,
      '/api/products',
      `/api/summaries?ids=${machine.id}`,
      '/sitemap.xml',
    ])
      expect((await site.fetch(path)).status, path).toBe(200)
    await site.fetch(`/media/${'0'.repeat(32)}/social.jpg`)
    target.close()
    expect(requestCount).toBe(0)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://evil.example/x.jpg',
    '//evil.example/x.jpg',
    'blob:http://evil.example/1',
    '/media/../capstan.sqlite',
    'http://',
    'http://[',
    `http://evil.example/${'x'.repeat(3000)}`,
  ])('The image URL %j is rejected', async (address) => {
    const machine = await createMachine(staff)
    const before = await snapshotData(site)
    const fields = { ...MACHINE_FIELDS, existingImages: JSON.stringify([address]) }
    await expectProblem(staff(`/api/products/${machine.id}`, formBody('PUT', fields)), 400)
    const service = { name: 'Training', description: 'On site.', images: [address] }
    await expectProblem(staff('/api/services', jsonBody('POST', service)), 400)
    expect(await snapshotData(site)).toEqual(before)
  })
})
