import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ByteLru } from '#server/kernel/lru.ts'
import type { Rendered } from './web-build.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
const CACHE_BYTES = 64_000_000
const BROTLI_QUALITY = 5

/** A rendered page with its bytes in every encoding that was asked for. */
export class RenderedPage {
  readonly status: number
  readonly location: string | undefined
  readonly #bytes: Record<Encoding, Promise<Buffer> | undefined>
  readonly #hash: string

  constructor({ status, html, location }: Rendered) {
    const identity = Buffer.from(html)
    this.status = status
    this.location = location
    this.#bytes = { identity: Promise.resolve(identity), br: undefined, gzip: undefined }
    this.#hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  }

  /** Compressed once, however many ask. */
  async bytes(encoding: Encoding): Promise<Buffer> {
    this.#bytes[encoding] ??= compress(await this.#bytes.identity!, encoding)
    return this.#bytes[encoding]
  }

  etag(encoding: Encoding): string {
    return `"${this.#hash}-${encoding}"`
  }
}

/** Rendered pages by key, one render at a time for each; `clear` also forgets those still being rendered. */
export class PageCache {
  readonly #pages = new ByteLru<RenderedPage>(CACHE_BYTES)
  #flights = new Map<string, Promise<RenderedPage>>()

  /** The kept page, or what `render` makes; only pages of status 200 are kept. Throws what `render` throws. */
  async get(key: string, render: () => Promise<Rendered>): Promise<RenderedPage> {
    const kept = this.#pages.get(key)
    if (kept) return kept
    const underWay = this.#flights.get(key)
    if (underWay) return underWay
    const flights = this.#flights
    const flight = render()
      .then((rendered) => {
        const page = new RenderedPage(rendered)
        const current = flights === this.#flights
        if (rendered.status === 200 && current) this.#pages.set(key, page, rendered.html.length * 2)
        return page
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  clear(): void {
    this.#pages.clear()
    this.#flights = new Map()
  }
}

/** The best encoding that an Accept-Encoding header allows. */
export function acceptedEncoding(header: string | undefined): Encoding {
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
