import { LRUCache } from 'lru-cache'

/** Lookups since the start. A lookup that waits for another one's computation is a hit. */
export interface CacheStats {
  hits: number
  misses: number
}

/**
 * LRU cache that is bounded by bytes, with single flight: concurrent misses of a key share one computation. `clear` also
 * prevents pending computations from being cached, because they may have read what has changed since.
 */
export class SingleFlightCache<Value extends object> {
  readonly stats: CacheStats = { hits: 0, misses: 0 }
  readonly #cache: LRUCache<string, Value>
  readonly #getSize: (value: Value) => number | undefined
  #pending = new Map<string, Promise<Value | undefined>>()

  /** `getSize` returns the bytes that a value takes; undefined for a value that must not be cached. */
  constructor(options: { maxBytes: number; getSize(value: Value): number | undefined }) {
    this.#cache = new LRUCache({ maxSize: options.maxBytes })
    this.#getSize = options.getSize
  }

  /** Returns the cached value, or the result of `compute`, of which undefined is not cached. Throws what `compute` throws. */
  async get<Result extends Value | undefined>(key: string, compute: () => Promise<Result>): Promise<Result> {
    const existing = this.#cache.get(key) ?? this.#pending.get(key)
    if (existing) {
      this.stats.hits++
      return existing as Result | Promise<Result>
    }
    this.stats.misses++
    const pending = this.#pending
    const computation = compute()
      .then((value) => {
        const size = value && pending === this.#pending ? this.#getSize(value) : undefined
        if (value && size !== undefined) this.#cache.set(key, value, { size })
        return value
      })
      .finally(() => pending.delete(key))
    pending.set(key, computation)
    return computation
  }

  /** Whether this very value is the cached one of the key. */
  holds(key: string, value: Value): boolean {
    return this.#cache.peek(key) === value
  }

  clear(): void {
    this.#cache.clear()
    this.#pending = new Map()
  }
}
