import { ByteLru } from './lru.ts'
import type { Tally } from './tally.ts'

/** Values by key, one making at a time for each, kept up to a total of bytes; `clear` also forgets those being made. */
export class Keeper<Value> {
  readonly #kept: ByteLru<Value>
  readonly #bytesOf: (value: Value) => number | undefined
  readonly #tally: Tally
  #flights = new Map<string, Promise<Value>>()

  /** `bytesOf` answers undefined for what may be given to those who wait for it, and is kept for nobody. */
  constructor(limitBytes: number, bytesOf: (value: Value) => number | undefined, tally: Tally) {
    this.#kept = new ByteLru(limitBytes)
    this.#bytesOf = bytesOf
    this.#tally = tally
  }

  /** The kept value, or what `make` makes. Throws what `make` throws. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key) ?? this.#flights.get(key)
    if (known) {
      this.#tally.hits++
      return known
    }
    this.#tally.misses++
    const flights = this.#flights
    const flight = make()
      .then((value) => {
        const bytes = this.#bytesOf(value)
        if (bytes !== undefined && flights === this.#flights) this.#kept.set(key, value, bytes)
        return value
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  clear(): void {
    this.#kept.clear()
    this.#flights = new Map()
  }
}
