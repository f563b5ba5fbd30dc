/** Keeps what was used last, up to a total of bytes. A value larger than the whole is not kept. */
export class ByteLru<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  readonly #limitBytes: number
  #bytes = 0
  #newest: string | undefined

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // What is asked for again and again stands at the end already; moving it would cost more than finding it.
    if (key !== this.#newest) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      this.#newest = key
    }
    return entry.value
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    if (bytes > this.#limitBytes) return
    this.#entries.set(key, { value, bytes })
    this.#newest = key
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limitBytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    if (key === this.#newest) this.#newest = undefined
    this.#bytes -= entry.bytes
  }

  clear(): void {
    this.#entries.clear()
    this.#newest = undefined
    this.#bytes = 0
  }

  get bytes(): number {
    return this.#bytes
  }
}
