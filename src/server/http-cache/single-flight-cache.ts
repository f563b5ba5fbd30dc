import type { CacheStats } from './cache-stats.ts'
import { LruCache } from './lru-cache.ts'

/** Values by key, one making at a time for each, kept up to a total of bytes; `clear` also forgets those being made. */
export class SingleFlightCache<Value> {
  readonly #cache: LruCache<Value>
  readonly #getSize: (value: Value) => number | undefined
  readonly #stats: CacheStats
  #pending = new Map<string, Promise<Value>>()

  /** `bytesOf` answers undefined for what may be given to those who wait for it, and is kept for nobody. */
  constructor(maxBytes: number, getSize: (value: Value) => number | undefined, stats: CacheStats) {
    this.#cache = new LruCache(maxBytes)
    this.#getSize = getSize
    this.#stats = stats
  }

  /** The kept value, or what `make` makes. Throws what `make` throws. */
  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const existing = this.#cache.get(key) ?? this.#pending.get(key)
    if (existing) {
      this.#stats.hits++
      return existing
    }
    this.#stats.misses++
    const pending = this.#pending
    const computation = compute()
      .then((value) => {
        const bytes = this.#getSize(value)
        if (bytes !== undefined && pending === this.#pending) this.#cache.set(key, value, bytes)
        return value
      })
      .finally(() => pending.delete(key))
    pending.set(key, computation)
    return computation
  }

  clear(): void {
    this.#cache.clear()
    this.#pending = new Map()
  }
}
