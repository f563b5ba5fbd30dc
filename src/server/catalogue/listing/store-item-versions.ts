import type { ItemVersions } from '#contracts/catalogue/discovery.ts'
import type { Specifications } from '#contracts/item/item.ts'
import type { Db } from '#server/database/db.ts'
import { fold } from '#server/kernel/text.ts'
import type { StoredItem } from '../items/store.ts'

const NUMBER = /\d+(?:[.,/]\d+)*/g
/** Without it, as in '42-50 bush', an index finds no candidates. */
const MIN_PREFIX_LENGTH = 2
/** Maximum number of items with the same beginning that are read. */
const MAX_CANDIDATES = 200
const MAX_VERSIONS = 30

interface Candidate extends Pick<StoredItem, 'id' | 'name' | 'kind'> {
  specifications: Specifications
}

/**
 * Returns the published items whose names differ from that of the item in numbers only, as 'Spring Collet, 12 mm' and
 * 'Spring Collet, 20 mm' do, the item itself included, in the order of the numbers. Null if there is no other.
 */
export async function findItemVersions(db: Db, item: StoredItem): Promise<ItemVersions | null> {
  const prefix = fold(item.name).split(/\d/)[0]!
  if (prefix.length < MIN_PREFIX_LENGTH || prefix === fold(item.name)) return null
  const rows = await db
    .selectFrom('item')
    .select(['id', 'name', 'kind', 'specifications_json'])
    .where('kind', '=', item.kind)
    .where('category', '=', item.category)
    .where('name_sort', '>=', prefix)
    .where('name_sort', '<', `${prefix}\u{10ffff}`)
    .where('unpublished_at', 'is', null)
    .orderBy('name_sort')
    .limit(MAX_CANDIDATES)
    .execute()
  const candidates = rows.map(
    ({ specifications_json, ...row }): Candidate => ({
      ...row,
      specifications: JSON.parse(specifications_json),
    }),
  )
  return selectVersions(item, candidates)
}

/** Returns those of the candidates that are versions of an item, with the first specification that tells them apart. */
export function selectVersions(
  { id, name }: { id: string; name: string },
  candidates: Candidate[],
): ItemVersions | null {
  const pattern = toPattern(name)
  const versions = candidates.filter((candidate) => toPattern(candidate.name) === pattern)
  const item = versions.find((version) => version.id === id)
  if (!item || versions.length < 2 || versions.length > MAX_VERSIONS) return null
  const texts = versions.map(({ specifications }) => new Map(specifications))
  const label = item.specifications
    .map(([each]) => each)
    .find((each) => {
      const values = texts.map((text) => text.get(each))
      return values.every((value) => value && /\d/.test(value)) && new Set(values).size === versions.length
    })
  const items = versions.map((version, index) => ({
    kind: version.kind,
    id: version.id,
    name: version.name,
    value: label === undefined ? version.name : texts[index]!.get(label)!,
  }))
  return {
    label: label ?? null,
    items: items.sort((one, other) => compareNumbers(one.value, other.value)),
  }
}

const toPattern = (name: string): string => fold(name).replace(NUMBER, '#')

/** Compares texts with numbers such as '1,040 mm' by the numbers. */
const compareNumbers = (one: string, other: string): number =>
  withoutSeparators(one).localeCompare(withoutSeparators(other), 'en', { numeric: true })

const withoutSeparators = (text: string): string => text.replace(/(\d),(?=\d)/g, '$1')
