import { EncodedBody } from '#server/kernel/encoded-body.ts'
import { ByteLru } from '#server/kernel/lru.ts'
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
  readonly #pages = new ByteLru<RenderedPage>(CACHE_BYTES)
  readonly #replays: Replays
  readonly #tally: Tally
  #flights = new Map<string, Promise<RenderedPage>>()

  constructor(replays: Replays, tally: Tally) {
    this.#replays = replays
    this.#tally = tally
  }

  /** The kept page, or what `render` makes; only pages of status 200 are kept. Throws what `render` throws. */
  async get(key: string, render: () => Promise<Rendered>): Promise<RenderedPage> {
    const known = this.#pages.get(key) ?? this.#flights.get(key)
    if (known) {
      this.#tally.hits++
      return known
    }
    this.#tally.misses++
    const flights = this.#flights
    const flight = this.make(render)
      .then((page) => {
        const current = flights === this.#flights
        if (page.status === 200 && current) this.#pages.set(key, page, page.body.length * BYTES_A_LETTER)
        return page
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  /** Renders a page and keeps it nowhere. */
  async make(render: () => Promise<Rendered>): Promise<RenderedPage> {
    const { epoch } = this.#replays
    const { html, ...rendered } = await render()
    return { ...rendered, body: new EncodedBody(html), epoch }
  }

  clear(): void {
    this.#pages.clear()
    this.#flights = new Map()
  }
}
