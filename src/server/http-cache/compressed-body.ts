import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
} from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
/** A page of 105 kB becomes 16.8 kB in 0.8 ms; 5 saves another twentieth and takes half as long again. */
const BROTLI_QUALITY = 4
/** The same becomes 19.9 kB in 0.2 ms, which is what it costs to have another thread do it. */
const FAST_BROTLI_QUALITY = 0
/** Compressed pages fit into one piece. */
const CHUNK_BYTES = 32_768
/** Smaller bodies are not worth it. */
const MIN_COMPRESSED_LENGTH = 1000
/** Longer ones are kept compressed alone: pages, of which hundreds are kept, and nearly everybody takes them so. */
const COMPRESSED_ONLY_ABOVE = 32_000

/** Bytes that were made in haste. */
const fastPassBuffers = new WeakSet<Buffer>()

/** What is sent, in every encoding that was asked for; each is made when it is first wanted, and once, however many ask. */
export class CompressedBody {
  /** Of a text in letters, else in bytes. */
  readonly length: number
  readonly #compressed: Partial<Record<Encoding, Promise<Buffer>>> = {}
  /** A text until its bytes are wanted: then those take its place, and of a long one its compressed bytes. */
  #body: string | Buffer
  #bodyEncoding: Encoding = 'identity'
  #hash: string | undefined
  #fastFirstResponse: boolean

  /** `inHaste`: whoever is the first to ask for brotli gets more bytes sooner (decision 0132). */
  constructor(text: string | Buffer, { inHaste: fastFirstResponse = false } = {}) {
    this.#body = text
    this.length = text.length
    this.#fastFirstResponse = fastFirstResponse
  }

  text(): string {
    return typeof this.#body === 'string' ? this.#body : this.#getUncompressed().toString()
  }

  /** The encoding it is sent in to whoever sends this Accept-Encoding header. */
  selectEncoding(acceptEncoding: string | undefined): Encoding {
    return this.length < MIN_COMPRESSED_LENGTH ? 'identity' : negotiateEncoding(acceptEncoding)
  }

  async bytes(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#getUncompressed()
    if (encoding === 'br' && this.#fastFirstResponse) return this.#compressFast()
    this.#compressed[encoding] ??= this.#compress(encoding)
    return this.#compressed[encoding]
  }

  /** Whether these bytes are to be sent once, for there will be better ones. */
  static isFastPass(bytes: Buffer): boolean {
    return fastPassBuffers.has(bytes)
  }

  etag(encoding: Encoding): string {
    this.#hash ??= hash('sha256', this.#getUncompressed(), 'base64url').slice(0, 22)
    return `"${this.#hash}-${encoding}"`
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    return this.#replaceSource(await compress(this.#getUncompressed(), encoding), encoding)
  }

  #compressFast(): Buffer {
    this.#fastFirstResponse = false
    const identity = this.#getUncompressed()
    const bytes = copyTrimmed(brotliCompressSync(identity, toBrotliOptions(identity, FAST_BROTLI_QUALITY)))
    fastPassBuffers.add(bytes)
    return this.#replaceSource(bytes, 'br')
  }

  /** Lets a long body's compressed bytes take its place, and better ones that of their like. */
  #replaceSource(compressed: Buffer, encoding: Encoding): Buffer {
    const isBetter = this.#bodyEncoding === 'identity' || this.#bodyEncoding === encoding
    if (this.length < COMPRESSED_ONLY_ABOVE || !isBetter) return compressed
    this.etag(encoding)
    this.#body = compressed
    this.#bodyEncoding = encoding
    return compressed
  }

  #getUncompressed(): Buffer {
    if (typeof this.#body === 'string') this.#body = Buffer.from(this.#body)
    if (this.#bodyEncoding === 'br') return brotliDecompressSync(this.#body)
    return this.#bodyEncoding === 'gzip' ? gunzipSync(this.#body) : this.#body
  }
}

/** The best encoding that an Accept-Encoding header allows. */
export function negotiateEncoding(header: string | undefined): Encoding {
  const rejectedPattern = /;\s*q=0(?:\.0*)?\s*$/
  const accepted = (header ?? '')
    .split(',')
    .filter((part) => !rejectedPattern.test(part))
    .map((part) => part.split(';')[0]!.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

async function compress(identity: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return copyTrimmed(await gzipAsync(identity, { chunkSize: CHUNK_BYTES }))
  return copyTrimmed(await brotliAsync(identity, toBrotliOptions(identity, BROTLI_QUALITY)))
}

const toBrotliOptions = ({ length }: Buffer, quality: number) => ({
  chunkSize: CHUNK_BYTES,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: 17,
  },
})

/** zlib answers a view of its whole chunk: kept as it is, 12 kB would hold 64. */
function copyTrimmed(view: Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(view.length)
  view.copy(bytes)
  return bytes
}
