import { LRUCache } from 'lru-cache'

/** Lookups since the start. A lookup that waits for another one's computation is a hit. */
export interface CacheStats {
  hits: number
  misses: number
}

interface SingleFlightCacheOptions<Value> {
  maxBytes: number
  /** Returns the bytes that a value takes; undefined for a value that must not be cached. */
  getSize(value: Value): number | undefined
  /** Is called when the entry of a key is evicted, replaced or cleared. */
  onRemove?(key: string): void
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

  constructor({ maxBytes, getSize, onRemove }: SingleFlightCacheOptions<Value>) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      ...(onRemove && { dispose: (_value: Value, key: string) => onRemove(key) }),
    })
    this.#getSize = getSize
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
        if (value && pending === this.#pending) this.#store(key, value)
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

  /** Marks an entry as the most recently used one. */
  touch(key: string): void {
    this.#cache.get(key)
  }

  clear(): void {
    this.#cache.clear()
    this.#pending = new Map()
  }

  #store(key: string, value: Value): void {
    const size = this.#getSize(value)
    if (size !== undefined) this.#cache.set(key, value, { size })
  }
}
