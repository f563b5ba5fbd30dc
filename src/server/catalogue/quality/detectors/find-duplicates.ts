import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { editDistance, fold, toAlphanumericKey } from '#server/kernel/text.ts'
import { getOrCreate, type QualityFinding, type ScannedItem, toKey } from '../sample.ts'

/** How items seem to be the same one, and what to do if they are not. */
const REASONS = {
  code: { title: 'the same code', advice: 'correct the code that is wrong' },
  name: { title: 'the same name', advice: 'give them different names' },
  specifications: {
    title: 'the same specifications and almost the same name',
    advice: 'give them different names',
  },
}

/** Names with the same specifications may differ by this many letters. */
const MAX_NAME_EDITS = 2
/** Items with the same specifications and numbers in their names that are compared with each other. */
const MAX_COMPARED = 200
const MIN_SPECIFICATIONS = 2

/** Collects items of one kind one by one, and finds those that seem to be the same. */
export class DuplicateFinder {
  readonly #byCode = new Map<string, number[]>()
  readonly #byName = new Map<string, number[]>()
  readonly #bySpecifications = new Map<string, { rowId: number; letters: string }[]>()

  readonly #kind: Kind
  readonly #toNameKey: (name: string) => string

  /** `toNameKey` returns the key of the name of a specification. */
  constructor(kind: Kind, toNameKey: (name: string) => string) {
    this.#kind = kind
    this.#toNameKey = toNameKey
  }

  add({ rowId, name, code, specifications }: ScannedItem): void {
    const codeKey = toAlphanumericKey(code ?? '')
    if (codeKey) addTo(this.#byCode, codeKey, rowId)
    addTo(this.#byName, toItemNameKey(name), rowId)
    if (specifications.length < MIN_SPECIFICATIONS) return
    const pairs = specifications.map(([key, value]) => `${this.#toNameKey(key)}:${fold(value)}`).sort()
    const words = toItemNameKey(name).split(' ')
    const numbers = words.filter((word) => /\d/.test(word)).join(' ')
    const letters = words.filter((word) => !/\d/.test(word)).join(' ')
    addTo(this.#bySpecifications, hash(`${pairs.join('\n')}\n\n${numbers}`), { rowId, letters })
  }

  /** Items of a group with the same code are not found again for their names. */
  find(): QualityFinding[] {
    const groups = {
      code: [...this.#byCode.values()],
      name: [...this.#byName.values()],
      specifications: [...this.#bySpecifications.values()].flatMap(groupByLetters),
    }
    const known = new Set<string>()
    return (Object.keys(REASONS) as (keyof typeof REASONS)[]).flatMap((reason) =>
      groups[reason].flatMap((rowIds) => {
        const isKnown = known.has(rowIds.join())
        known.add(rowIds.join())
        return rowIds.length < 2 || isKnown ? [] : [this.#toFinding(reason, rowIds)]
      }),
    )
  }

  #toFinding(reason: keyof typeof REASONS, rowIds: number[]): QualityFinding {
    const { title, advice } = REASONS[reason]
    return {
      key: toKey('duplicates', this.#kind, reason, ...rowIds.map(String)),
      type: 'duplicates',
      kind: this.#kind,
      title: `${rowIds.length} ${KIND_LABELS[this.#kind].plural} with ${title}`,
      detail: `Keep one of them and archive the others, or ${advice}.`,
      rowIds,
      names: [],
      fix: null,
    }
  }
}

function groupByLetters(items: { rowId: number; letters: string }[]): number[][] {
  const groups: { letters: string; rowIds: number[] }[] = []
  for (const { rowId, letters } of items) {
    const group = groups
      .slice(0, MAX_COMPARED)
      .find(
        (each) =>
          each.letters[0] === letters[0] &&
          letters.length > 2 * MAX_NAME_EDITS &&
          editDistance(each.letters, letters, MAX_NAME_EDITS) <= MAX_NAME_EDITS,
      )
    if (group) group.rowIds.push(rowId)
    else groups.push({ letters, rowIds: [rowId] })
  }
  return groups.map(({ rowIds }) => rowIds)
}

/** A name without case, punctuation, word order and '(copy)'. */
function toItemNameKey(name: string): string {
  const words = fold(name)
    .replace(/\(copy(?: \d+)?\)/g, '')
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|(?<!\.)\.+$/g, ''))
    .filter(Boolean)
  return words.length > 0 ? words.sort().join(' ') : fold(name)
}

const addTo = <Value>(map: Map<string, Value[]>, key: string, value: Value): unknown =>
  getOrCreate(map, key, () => []).push(value)

/** Two 32-bit hashes (FNV-1a): long texts of 100,000 items would need too much memory. */
function hash(text: string): string {
  let one = 0x811c9dc5
  let other = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b)
  }
  return `${one >>> 0} ${other >>> 0} ${text.length}`
}
