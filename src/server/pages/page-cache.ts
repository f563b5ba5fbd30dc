import { EncodedBody } from '#server/kernel/encoded-body.ts'
import { Keeper } from '#server/kernel/keeper.ts'
import type { Replays } from '#server/kernel/replays.ts'
import type { Tally } from '#server/kernel/tally.ts'
import type { RenderResult } from './frontend.ts'

const MAX_CACHE_BYTES = 16_000_000
/** A page is kept compressed, to an eighth, but for those that only programs ask for, which take it as it is. */
const BYTES_PER_CHAR = 0.4

/** A rendered page, ready to be sent. */
export interface CachedPage extends Omit<RenderResult, 'html'> {
  body: EncodedBody
  /** `Replays.epoch` when its rendering began. */
  generation: number
}

/** Rendered pages by key, one render at a time for each; `clear` also forgets those still being rendered. */
export class PageCache {
  readonly #pages: Keeper<CachedPage>
  readonly #responseCache: Replays

  constructor(responseCache: Replays, stats: Tally) {
    this.#responseCache = responseCache
    const bytesOf = ({ status, body }: CachedPage) =>
      status === 200 ? body.length * BYTES_PER_CHAR : undefined
    this.#pages = new Keeper(MAX_CACHE_BYTES, bytesOf, stats)
  }

  /** The kept page, or what `render` makes; only pages of status 200 are kept. Throws what `render` throws. */
  get(key: string, render: () => Promise<RenderResult>): Promise<CachedPage> {
    return this.#pages.get(key, () => this.render(render))
  }

  /** Renders a page and keeps it nowhere. */
  async render(render: () => Promise<RenderResult>): Promise<CachedPage> {
    const { epoch: generation } = this.#responseCache
    const { html, ...rendered } = await render()
    return { ...rendered, body: new EncodedBody(html, { inHaste: true }), generation }
  }

  clear(): void {
    this.#pages.clear()
  }
}
