import { getIn, isDeepEqual, joinPath, setIn } from '#contracts/fields/fields.ts'

/*
 * What two people have made of one document, field by field: pure functions. A document is plain data. A field is named by its
 * path, such as 'buyer.gstin'; entries of a list that have a key are named by it, because they move: 'lines.a1.quantity'.
 */

/** How the fields of a document are compared and named. */
export interface FieldRules<Value> {
  getLabel: (path: string, value: Value) => string
  /** The value of a field as people read it; '' if it is empty. */
  toText: (path: string, field: unknown) => string
  /** Whether two values of a field mean the same. By default they do if they are equal. */
  isSame?: (path: string, one: unknown, other: unknown) => boolean
  /**
   * Whether an object, or a list whose entries have keys, is one field. By default their parts are fields; lists without keys
   * are one field.
   */
  isField?: (path: string) => boolean
  /** Whether an entry of a list with keys has no content, so that the server does not have it. */
  isBlank?: (entry: unknown) => boolean
}

/** A field that somebody else has changed. */
export interface FieldChange<Value> {
  path: string
  label: string
  /** As people read them. */
  before: string
  theirs: string
  /** Undefined unless it was changed here as well, differently. */
  mine: string | undefined
  /** Returns a value in which the field is as one of the two has it. */
  choose: (value: Value, whose: 'mine' | 'theirs') => Value
}

export interface Merged<Value> {
  /** With the own value of each field that both have changed. */
  value: Value
  changes: FieldChange<Value>[]
}

/** The fields that both have changed differently. */
export const listConflicts = <Value>(changes: FieldChange<Value>[]): FieldChange<Value>[] =>
  changes.filter(({ mine }) => mine !== undefined)

/** Returns the value of a field. */
export const getField = (value: unknown, path: string): unknown => getIn(value, toIndexPath(value, path))

/** Returns a copy with another value of a field; undefined removes it. */
export function setField<Value>(value: Value, path: string, field: unknown): Value {
  const indexed = toIndexPath(value, path)
  if (field !== undefined) return setIn(value, indexed, field)
  const parent = indexed.split('.').slice(0, -1).join('.')
  const { [indexed.slice(parent === '' ? 0 : parent.length + 1)]: _removed, ...others } = getIn(
    value,
    parent,
  ) as Record<string, unknown>
  return setIn(value, parent, others)
}

/** 'lines.a1.hsn' → 'lines.0.hsn' */
function toIndexPath(value: unknown, path: string): string {
  return path.split('.').reduce<string>((known, part) => {
    const list = getIn(value, known)
    const index = isKeyedList(list) ? list.findIndex(({ key }) => key === part) : -1
    return joinPath(known, index < 0 ? part : String(index))
  }, '')
}

interface Keyed {
  key: string
}
type Versions<Part> = { base: Part; mine: Part; theirs: Part }

const isKeyedList = (value: unknown): value is Keyed[] =>
  Array.isArray(value) && value.every((entry) => typeof entry?.key === 'string')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Combines what two people have made of `base`. Where both have changed one field differently, the result has the own value. */
export function mergeValues<Value>(rules: FieldRules<Value>, versions: Versions<Value>): Merged<Value> {
  const changes: FieldChange<Value>[] = []
  const isSame = rules.isSame ?? ((_path: string, one: unknown, other: unknown) => isDeepEqual(one, other))

  function merge(path: string, { base, mine, theirs }: Versions<unknown>): unknown {
    const isWhole = rules.isField?.(path) ?? false
    if (!isWhole && isRecord(mine) && isRecord(theirs)) {
      const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
      const merged = names.map((name) => [
        name,
        merge(joinPath(path, name), { base: getIn(base, name), mine: mine[name], theirs: theirs[name] }),
      ])
      return Object.fromEntries(merged.filter(([, field]) => field !== undefined))
    }
    if (!isWhole && isKeyedList(mine) && isKeyedList(theirs))
      return mergeList(path, { base: isKeyedList(base) ? base : [], mine, theirs })
    if (isSame(path, base, theirs)) return mine
    const isOwn = !isSame(path, base, mine)
    const toText = (field: unknown) => rules.toText(path, field)
    changes.push({
      path,
      label: rules.getLabel(path, versions.mine),
      before: toText(base),
      theirs: toText(theirs),
      mine: isOwn && !isSame(path, mine, theirs) ? toText(mine) : undefined,
      choose: (value, whose) => setField(value, path, whose === 'mine' ? mine : theirs),
    })
    return isOwn ? mine : theirs
  }

  function mergeList(path: string, { base, mine, theirs }: Versions<Keyed[]>): Keyed[] {
    const find = (list: Keyed[], key: string) => list.find((entry) => entry.key === key)
    const merged = new Map<string, Keyed>()
    for (const key of orderKeys(base, mine, theirs)) {
      const [before, own, other] = [find(base, key), find(mine, key), find(theirs, key)]
      const entryPath = joinPath(path, key)
      if (own && other) {
        merged.set(key, merge(entryPath, { base: before ?? own, mine: own, theirs: other }) as Keyed)
        continue
      }
      const kept = own ?? other!
      const isAdded = !before || (own && rules.isBlank?.(own))
      if (!isAdded && isDeepEqual(kept, before)) continue
      merged.set(key, kept)
      if (!isAdded) changes.push(toRemovalConflict(entryPath, own === undefined))
    }
    return [...merged.values()]
  }

  /** One has removed an entry that the other has changed. The entry stays until the user decides. */
  function toRemovalConflict(path: string, isOwnRemoval: boolean): FieldChange<Value> {
    const listPath = path.split('.').slice(0, -1).join('.')
    const remove = (value: Value) =>
      setField(
        value,
        listPath,
        (getField(value, listPath) as Keyed[]).filter(({ key }) => joinPath(listPath, key) !== path),
      )
    return {
      path,
      label: rules.getLabel(path, isOwnRemoval ? versions.theirs : versions.mine),
      before: '',
      mine: isOwnRemoval ? 'removed' : 'changed',
      theirs: isOwnRemoval ? 'changed' : 'removed',
      choose: (value, whose) => ((whose === 'mine') === isOwnRemoval ? remove(value) : value),
    }
  }

  return { value: merge('', versions) as Value, changes }
}

/** The keys of all entries. The order of whoever has moved entries counts; those of the other follow their predecessor. */
function orderKeys(base: Keyed[], mine: Keyed[], theirs: Keyed[]): string[] {
  const keysOf = (list: Keyed[]) => list.map(({ key }) => key)
  const common = keysOf(base).filter((key) => keysOf(mine).includes(key) && keysOf(theirs).includes(key))
  const hasOrderOfBase = (list: Keyed[]) =>
    isDeepEqual(
      keysOf(list).filter((key) => common.includes(key)),
      common,
    )
  const [first, second] = hasOrderOfBase(mine) ? [theirs, mine] : [mine, theirs]
  const keys = keysOf(first)
  keysOf(second).forEach((key, index, all) => {
    if (keys.includes(key)) return
    const predecessor = all.slice(0, index).findLast((earlier) => keys.includes(earlier))
    keys.splice(predecessor === undefined ? 0 : keys.indexOf(predecessor) + 1, 0, key)
  })
  return keys
}
