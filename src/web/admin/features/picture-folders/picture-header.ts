/** What the first bytes of a file say about it. */
export interface PictureHeader {
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'
  /** Undefined if the size comes later in the file. */
  pixels: number | undefined
}

/** The number of bytes that nearly always include the size of a picture. */
export const HEADER_BYTES = 65_536

/** Reads format and size of a picture from the first bytes of a file. Returns undefined if it is none. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  if (bytes.length < 12) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const getText = (start: number, length = 4) => String.fromCharCode(...bytes.subarray(start, start + length))
  if (view.getUint16(0) === 0xffd8)
    return { format: 'jpeg', pixels: readOrNothing(() => readJpegPixels(view)) }
  if (view.getUint32(0) === 0x89504e47)
    return { format: 'png', pixels: readOrNothing(() => view.getUint32(16) * view.getUint32(20)) }
  if (getText(0) === 'GIF8')
    return { format: 'gif', pixels: view.getUint16(6, true) * view.getUint16(8, true) }
  if (getText(0) === 'RIFF' && getText(8) === 'WEBP')
    return { format: 'webp', pixels: readOrNothing(() => readWebpPixels(view, getText(12))) }
  if (getText(4) !== 'ftyp') return undefined
  const brands = getText(8, Math.min(view.getUint32(0), 64) - 8)
  if (/avi[fs]/.test(brands)) return { format: 'avif', pixels: undefined }
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) ? { format: 'heic', pixels: undefined } : undefined
}

/** Returns undefined if the bytes end too early. */
function readOrNothing(read: () => number | undefined): number | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The size is in the first 'start of frame' segment. */
function readJpegPixels(view: DataView): number | undefined {
  for (let position = 2; view.getUint8(position) === 0xff; ) {
    const marker = view.getUint8(position + 1)
    const isStartOfFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isStartOfFrame) return view.getUint16(position + 5) * view.getUint16(position + 7)
    position += marker === 0xff ? 1 : 2 + view.getUint16(position + 2)
  }
  return undefined
}

function readWebpPixels(view: DataView, chunk: string): number | undefined {
  if (chunk === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
  }
  const getUint24 = (start: number) => (view.getUint32(start, true) & 0xffffff) + 1
  return chunk === 'VP8X' ? getUint24(24) * getUint24(27) : undefined
}
