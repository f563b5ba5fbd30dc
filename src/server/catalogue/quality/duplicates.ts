import type { Specifications } from '#contracts/item.ts'
import { editDistance, fold, toAlphanumericKey } from '#server/kernel/text.ts'

/** What items are compared by. */
export interface ComparedItem {
  rowId: number
  name: string
  code: string | null
  specifications: Specifications
}

/** Items that seem to be the same one, and why. */
export interface DuplicateGroup {
  reason: 'code' | 'name' | 'specifications'
  rowIds: number[]
}

/** Names with the same specifications may differ by this many letters. */
const MAX_NAME_EDITS = 2
/** Items with the same specifications and numbers in their names that are compared with each other. */
const MAX_COMPARED = 200
const MIN_SPECIFICATIONS = 2

/** Collects items one by one, and finds those of one kind that seem to be the same. */
export class DuplicateFinder {
  readonly #byCode = new Map<string, number[]>()
  readonly #byName = new Map<string, number[]>()
  readonly #bySpecifications = new Map<string, { rowId: number; letters: string }[]>()

  readonly #toNameKey: (name: string) => string

  /** `toNameKey` returns the key of the name of a specification. */
  constructor(toNameKey: (name: string) => string) {
    this.#toNameKey = toNameKey
  }

  add({ rowId, name, code, specifications }: ComparedItem): void {
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

  /** Returns the groups. Items of a group with the same code are not returned again for their names. */
  find(): DuplicateGroup[] {
    const found: DuplicateGroup[] = []
    const known = new Set<string>()
    const add = (reason: DuplicateGroup['reason'], rowIds: number[]) => {
      const key = rowIds.join()
      if (rowIds.length < 2 || known.has(key)) return
      known.add(key)
      found.push({ reason, rowIds })
    }
    for (const rowIds of this.#byCode.values()) add('code', rowIds)
    for (const rowIds of this.#byName.values()) add('name', rowIds)
    for (const items of this.#bySpecifications.values())
      if (items.length > 1) for (const rowIds of groupByLetters(items)) add('specifications', rowIds)
    return found
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

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

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
