import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
const BROTLI_QUALITY = 5
/** Smaller bodies are not worth it. */
const LEAST_BYTES = 1000

/** What is sent, in every encoding that was asked for; each is made once, however many ask. */
export class EncodedBody {
  readonly #bytes: Record<Encoding, Promise<Buffer> | undefined>
  readonly #hash: string
  /** Of the body as it is. */
  readonly byteLength: number

  constructor(body: string | Buffer) {
    const identity = Buffer.from(body)
    this.byteLength = identity.length
    this.#bytes = { identity: Promise.resolve(identity), br: undefined, gzip: undefined }
    this.#hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  }

  /** The encoding it is sent in to whoever sends this Accept-Encoding header. */
  encodingFor(accepted: string | undefined): Encoding {
    return this.byteLength < LEAST_BYTES ? 'identity' : acceptedEncoding(accepted)
  }

  async bytes(encoding: Encoding): Promise<Buffer> {
    this.#bytes[encoding] ??= compress(await this.#bytes.identity!, encoding)
    return this.#bytes[encoding]
  }

  etag(encoding: Encoding): string {
    return `"${this.#hash}-${encoding}"`
  }
}

/** The best encoding that an Accept-Encoding header allows. */
function acceptedEncoding(header: string | undefined): Encoding {
  const refused = /;\s*q=0(?:\.0*)?\s*$/
  const accepted = (header ?? '')
    .split(',')
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';')[0]!.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

async function compress(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return identity
  if (encoding === 'gzip') return promisify(gzip)(identity)
  return promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}
