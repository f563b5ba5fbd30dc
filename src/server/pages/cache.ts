import { EncodedBody } from '#server/kernel/encoded-body.ts'
import { Keeper } from '#server/kernel/keeper.ts'
import type { Replays } from '#server/kernel/replays.ts'
import type { Tally } from '#server/kernel/tally.ts'
import type { Rendered } from './web-build.ts'

const CACHE_BYTES = 16_000_000
/** A page is kept compressed, to an eighth, but for those that only programs ask for, which take it as it is. */
const BYTES_A_LETTER = 0.4

/** A rendered page, ready to be sent. */
export interface RenderedPage extends Omit<Rendered, 'html'> {
  body: EncodedBody
  /** `Replays.epoch` when its rendering began. */
  epoch: number
}

/** Rendered pages by key, one render at a time for each; `clear` also forgets those still being rendered. */
export class PageCache {
  readonly #pages: Keeper<RenderedPage>
  readonly #replays: Replays

  constructor(replays: Replays, tally: Tally) {
    this.#replays = replays
    const bytesOf = ({ status, body }: RenderedPage) =>
      status === 200 ? body.length * BYTES_A_LETTER : undefined
    this.#pages = new Keeper(CACHE_BYTES, bytesOf, tally)
  }

  /** The kept page, or what `render` makes; only pages of status 200 are kept. Throws what `render` throws. */
  get(key: string, render: () => Promise<Rendered>): Promise<RenderedPage> {
    return this.#pages.get(key, () => this.make(render))
  }

  /** Renders a page and keeps it nowhere. */
  async make(render: () => Promise<Rendered>): Promise<RenderedPage> {
    const { epoch } = this.#replays
    const { html, ...rendered } = await render()
    return { ...rendered, body: new EncodedBody(html, { inHaste: true }), epoch }
  }

  clear(): void {
    this.#pages.clear()
  }
}
