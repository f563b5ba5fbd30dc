import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/* This file creates small pictures that claim to be huge or decompress to huge ones, and files that are of two types. */

const HUGE_EDGE = 60_000
const createSquare = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: { r: 90, g: 120, b: 30 } } })

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns a chunk of a PNG (PNG specification, 5.3). */
function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/** Returns an RGB PNG with 8 bits per channel; `packed` are its compressed rows, `more` are chunks before them. */
function encodePng(width: number, height: number, pixelData: Uint8Array, extraChunks: Buffer[] = []): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])
  const [signature, end] = [Buffer.from('89504e470d0a1a0a', 'hex'), pngChunk('IEND', new Uint8Array())]
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...extraChunks,
    pngChunk('IDAT', pixelData),
    end,
  ])
}

const SMALL_PIXEL_DATA = deflateSync(Buffer.alloc(310))
/** Returns this number of zero bytes, compressed a thousand to one. */
const deflateZeros = (bytes: number) => deflateSync(Buffer.alloc(bytes))
/** Returns a PNG of 10 by 10 px with this additional chunk. */
const createPngWithChunks = (...more: Buffer[]) => encodePng(10, 10, SMALL_PIXEL_DATA, more)

export const createHugeClaimPng = () => encodePng(HUGE_EDGE, HUGE_EDGE, SMALL_PIXEL_DATA)
export const createPixelBombPng = () => encodePng(10, 10, deflateZeros(100_000_000))
export const createTextBombPng = () =>
  createPngWithChunks(pngChunk('zTXt', Buffer.concat([Buffer.from('note\0\0'), deflateZeros(100_000_000)])))
export const createProfileBombPng = () =>
  createPngWithChunks(pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateZeros(100_000_000)])))
/** A picture with the maximum number of pixels, in 160 kB. */
export const createMaxSizePng = () => createSquare(7071).png({ compressionLevel: 9 }).toBuffer()

/** Returns a GIF with this number of frames; `frame` is the claimed edge of each, `screen` that of the canvas. */
export function createGif(frames: number, frame: number, screen = frame): Buffer {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex')
  head.writeUInt16LE(screen, 6)
  head.writeUInt16LE(screen, 8)
  const each = Buffer.from('21f90400000000002c0000000000000000000202440100', 'hex')
  each.writeUInt16LE(frame, 13)
  each.writeUInt16LE(frame, 15)
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(each), Buffer.from(';')])
}

function encodeRiff(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32LE(12 + data.length)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from('RIFF'), size.subarray(0, 4), Buffer.from(`WEBP${type}`), length, data])
}

/** Returns a WebP whose canvas claims 60,000 by 60,000 px. */
export function createHugeClaimWebp(): Buffer {
  const canvas = Buffer.alloc(10)
  canvas.writeUIntLE(HUGE_EDGE - 1, 4, 3)
  canvas.writeUIntLE(HUGE_EDGE - 1, 7, 3)
  return encodeRiff('VP8X', canvas)
}

/** Returns the largest possible WebP without content. */
export function createEmptyWebp(): Buffer {
  const header = Buffer.alloc(10)
  header[0] = 0x2f
  header.writeUInt32LE(16_383 | (16_383 << 14), 1)
  return encodeRiff('VP8L', header)
}

/** Returns an AVIF of 64 by 64 px that claims this edge. */
export async function createHugeClaimAvif(edge = HUGE_EDGE): Promise<Buffer> {
  const bytes = await createSquare(64).avif({ effort: 0 }).toBuffer()
  const size = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(edge, size)
  bytes.writeUInt32BE(edge, size + 4)
  return bytes
}

/** Returns a progressive JPEG whose last scan is repeated two thousand times. */
export async function createManyScansJpeg(): Promise<Buffer> {
  const bytes = await createSquare(2000).jpeg({ progressive: true, quality: 1 }).toBuffer()
  const pass = bytes.subarray(bytes.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(2000).fill(pass), Buffer.from('ffd9', 'hex')])
}

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
export const createValidImage = (format: ImageFormat, edge = 64) =>
  createSquare(edge).toFormat(format).toBuffer()

/** Pictures that are HTML as well: scripts that a browser would run if it treated the file as a page. */
export const PAYLOAD = '<html><script>alert("polyglot-7f3a")</script><?php system("polyglot-7f3a") ?></html>'
export const POLYGLOTS: Record<string, () => Promise<Buffer>> = {
  'a JPEG with a page behind it': async () =>
    Buffer.concat([await createValidImage('jpeg'), Buffer.from(PAYLOAD)]),
  'a JPEG with a page as its comment': async () => {
    const bytes = await createValidImage('jpeg')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(PAYLOAD.length + 2)
    const comment = [Buffer.from('fffe', 'hex'), length, Buffer.from(PAYLOAD)]
    return Buffer.concat([bytes.subarray(0, 2), ...comment, bytes.subarray(2)])
  },
  'a JPEG with a page in its EXIF': () =>
    createSquare(64)
      .withExif({ IFD0: { Copyright: PAYLOAD, ImageDescription: PAYLOAD } })
      .jpeg()
      .toBuffer(),
  'a PNG with a page as its text': async () =>
    createPngWithChunks(
      pngChunk('tEXt', Buffer.from(`Title\0${PAYLOAD}`)),
      pngChunk('iTXt', Buffer.from(`XML\0\0\0\0\0${PAYLOAD}`)),
    ),
  'a PNG with an archive behind it': async () =>
    Buffer.concat([await createValidImage('png'), Buffer.from(`PK\x03\x04${PAYLOAD}PK\x05\x06`)]),
  'a GIF that is a script as well': async () => {
    const bytes = await createValidImage('gif')
    return Buffer.concat([
      bytes.subarray(0, -1),
      Buffer.from(`!\xfe\x54${PAYLOAD}\0;*/=1;alert("polyglot-7f3a")//`, 'latin1'),
    ])
  },
  'a WebP with a page behind it': async () =>
    Buffer.concat([await createValidImage('webp'), Buffer.from(PAYLOAD)]),
  'an AVIF with a page in a box of its own': async () =>
    Buffer.concat([
      await createValidImage('avif'),
      uint32(PAYLOAD.length + 8),
      Buffer.from(`free${PAYLOAD}`),
    ]),
}
