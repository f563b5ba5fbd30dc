import type { CacheStats } from '#server/http-cache/cache-stats.ts'
import { CompressedBody } from '#server/http-cache/compressed-body.ts'
import type { ResponseCache } from '#server/http-cache/response-cache.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import type { RenderResult } from './frontend.ts'

const MAX_CACHE_BYTES = 16_000_000
/** A page is kept compressed, to an eighth, but for those that only programs ask for, which take it as it is. */
const BYTES_PER_CHAR = 0.4

/** A rendered page, ready to be sent. */
export interface CachedPage extends Omit<RenderResult, 'html'> {
  body: CompressedBody
  /** `Replays.epoch` when its rendering began. */
  generation: number
}

/** Rendered pages by key, one render at a time for each; `clear` also forgets those still being rendered. */
export class PageCache {
  readonly #pages: SingleFlightCache<CachedPage>
  readonly #responseCache: ResponseCache

  constructor(responseCache: ResponseCache, stats: CacheStats) {
    this.#responseCache = responseCache
    const bytesOf = ({ status, body }: CachedPage) =>
      status === 200 ? body.length * BYTES_PER_CHAR : undefined
    this.#pages = new SingleFlightCache(MAX_CACHE_BYTES, bytesOf, stats)
  }

  /** The kept page, or what `render` makes; only pages of status 200 are kept. Throws what `render` throws. */
  get(key: string, render: () => Promise<RenderResult>): Promise<CachedPage> {
    return this.#pages.get(key, () => this.render(render))
  }

  /** Renders a page and keeps it nowhere. */
  async render(render: () => Promise<RenderResult>): Promise<CachedPage> {
    const { generation } = this.#responseCache
    const { html, ...rendered } = await render()
    return { ...rendered, body: new CompressedBody(html, { inHaste: true }), generation }
  }

  clear(): void {
    this.#pages.clear()
  }
}
