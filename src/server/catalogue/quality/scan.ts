import type { Kind } from '#contracts/item/kind.ts'
import { DuplicateFinder } from './detectors/find-duplicates.ts'
import { MissingFinder } from './detectors/find-missing.ts'
import { findNames } from './detectors/find-names.ts'
import { findUnits } from './detectors/find-units.ts'
import { findValues } from './detectors/find-values.ts'
import { getOrCreate, type QualityFinding, Sample, type ScannedItem } from './sample.ts'

/** Receives the items of a catalogue one by one, and finds what is wrong with them. */
export class CatalogueScan {
  readonly #sample = new Sample()
  readonly #missing = new MissingFinder()
  readonly #duplicates = new Map<Kind, DuplicateFinder>()
  count = 0

  /** Items come in the order of their row ids. */
  add(item: ScannedItem): void {
    this.count++
    this.#sample.add(item)
    if (!item.isPublished) return
    this.#missing.add(item)
    const create = () => new DuplicateFinder(item.kind, this.#sample.getNameKey)
    getOrCreate(this.#duplicates, item.kind, create).add(item)
  }

  /** Yields the findings; undefined between them, so that the caller can pause. */
  *find(): Generator<QualityFinding | undefined> {
    yield* findNames(this.#sample)
    yield* findUnits(this.#sample)
    yield* findValues(this.#sample)
    for (const duplicates of this.#duplicates.values()) {
      yield* duplicates.find()
      yield undefined
    }
    yield* this.#missing.find()
  }
}
