/** Keeps what was used last, up to a total of bytes. A value larger than the whole is not kept. */
export class LruCache<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  readonly #maxBytes: number
  #bytes = 0
  #mostRecentKey: string | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // What is asked for again and again stands at the end already; moving it would cost more than finding it.
    if (key !== this.#mostRecentKey) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      this.#mostRecentKey = key
    }
    return entry.value
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    if (bytes > this.#maxBytes) return
    this.#entries.set(key, { value, bytes })
    this.#mostRecentKey = key
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    if (key === this.#mostRecentKey) this.#mostRecentKey = undefined
    this.#bytes -= entry.bytes
  }

  clear(): void {
    this.#entries.clear()
    this.#mostRecentKey = undefined
    this.#bytes = 0
  }

  get bytes(): number {
    return this.#bytes
  }
}
