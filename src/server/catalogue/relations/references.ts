import { IMPORT_FIELDS, RELATION_FIELDS, type RelationField } from '#contracts/bulk-data/import-fields.ts'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import {
  RELATION_GROUPS,
  RELATION_INPUT_LIMITS,
  type RelationGroup,
} from '#contracts/item/relation-groups.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { fold } from '#server/kernel/text.ts'
import { findByIdsAnyState, toCodeKey } from '../items/store.ts'
import { assertCanRelate, orient } from './commands.ts'
import {
  deleteRelation,
  findById,
  findRowIds,
  findSame,
  insertRelation,
  insertRelations,
  type RelationDetails,
  type StoredRelation,
} from './store.ts'
import { haveBothItems, listReferenceRows, listRelationsOfType, listTargetRows } from './store-references.ts'

/* Relations as cells of a file: codes, or else names, of other items. */

const GROUPS: Record<RelationField, RelationGroup> = {
  fits: 'machines',
  replacedBy: 'replacedBy',
  accessories: 'accessories',
  alternatives: 'alternatives',
}
const SEPARATOR = '; '

/** Where a part belongs in a machine. */
type Place = Pick<RelationDetails, 'assembly' | 'position' | 'quantity'>

/** The items that a cell names. */
export interface ReferenceValue {
  text: string
  ids: string[]
  /** The places in a machine by its id, where they are stated: 'CL 25 [Headstock | 12 | 2]'. Others stay as they are. */
  places?: Record<string, Place[]>
}

/** The relations of an item by column. */
export type References = Partial<Record<RelationField, ReferenceValue>>

/** What a row of an import has changed. */
export interface ChangedRelations {
  added: string[]
  removed: StoredRelation[]
}

const getField = (type: StoredRelation['type']): RelationField =>
  RELATION_FIELDS.find((field) => RELATION_GROUPS[GROUPS[field]].type === type)!

/** Returns the items that these items are related to, from their side, in one query for each side. */
export async function listReferences(db: Db, ids: string[]): Promise<Map<string, References>> {
  const found = new Map<string, References>()
  const names = new Map<string, string>()
  if (ids.length === 0) return found
  for (const [self, other] of [
    ['from', 'to'],
    ['to', 'from'],
  ] as const) {
    const rows = await listReferenceRows(db, ids, { self, other })
    for (const { selfId, id, code, name, type, assembly, position, quantity } of rows) {
      const field = getField(type)
      const references = found.get(selfId) ?? {}
      const value = references[field] ?? { text: '', ids: [], ...(field === 'fits' && { places: {} }) }
      if (!value.ids.includes(id)) {
        names.set(id, code ?? name)
        value.ids.push(id)
      }
      if (value.places) value.places[id] = [...(value.places[id] ?? []), { assembly, position, quantity }]
      found.set(selfId, { ...references, [field]: value })
    }
  }
  for (const references of found.values())
    for (const value of Object.values(references))
      value.text = formatReferences(value.ids, (id) => names.get(id)!, value.places)
  return found
}

const formatReferences = (
  ids: string[],
  getName: (id: string) => string,
  places: ReferenceValue['places'] = {},
): string =>
  ids
    .flatMap((id) => {
      const [first, ...others] = places[id] ?? []
      if (!first || (others.length === 0 && isEmpty(first))) return getName(id)
      return [first, ...others].map((place) => `${getName(id)} ${formatPlace(place)}`)
    })
    .join(SEPARATOR)

const isEmpty = ({ assembly, position, quantity }: Place) => !assembly && !position && quantity === null

/** '[Headstock | 12 | 2]'. A cell that was not edited is not read again, so that characters with a meaning can be left out. */
function formatPlace({ assembly, position, quantity }: Place): string {
  const texts = [assembly, position, quantity === null ? '' : String(quantity)]
  const last = texts.findLastIndex((text) => text !== '')
  return `[${texts
    .slice(0, last + 1)
    .map((text) => text.replace(/[[\]|;\n]+/g, ' '))
    .join(' | ')}]`
}

const PLACE = /^(.*?)(?<!\s)\s*\[([^[\]]*)\]$/s

/** Reads 'Headstock | 12 | 2'. Returns the end of a sentence that says what is wrong. */
function parsePlace(name: string, text: string): Place | string {
  const [assembly = '', position = '', quantity = '', ...others] = text.split('|').map((part) => part.trim())
  const { assemblyLength, positionLength, quantity: maxQuantity } = RELATION_INPUT_LIMITS
  if (others.length > 0 || assembly.length > assemblyLength || position.length > positionLength)
    return `'${text.trim()}' is no place in ${name}. Enter it as ${name} [assembly | position | quantity]`
  if (
    quantity !== '' &&
    !(/^\d{1,9}$/.test(quantity) && Number(quantity) >= 1 && Number(quantity) <= maxQuantity)
  )
    return `the quantity of ${name} must be a whole number from 1 to ${formatCount(maxQuantity)}`
  return { assembly, position, quantity: quantity === '' ? null : Number(quantity) }
}

/** Whether a cell names the items, in the places, that an item is related to already. */
export function isSameReference(
  value: ReferenceValue,
  present: ReferenceValue = { text: '', ids: [] },
): boolean {
  const toTexts = (places: Place[] = []) => places.map(formatPlace).sort().join()
  return (
    value.ids.length === present.ids.length &&
    value.ids.every((id) => present.ids.includes(id)) &&
    Object.entries(value.places ?? {}).every(
      ([id, places]) => toTexts(places) === toTexts(present.places?.[id]),
    )
  )
}

/** Returns the text of each cell. */
export const toReferenceText = (references: References = {}): Partial<Record<RelationField, string>> =>
  Object.fromEntries(Object.entries(references).map(([field, { text }]) => [field, text]))

/** An item to which a cell may refer. */
interface Target {
  id: string
  kind: Kind
  code: string | null
  name: string
}

/** The items to which cells may refer, by the folded code or name. */
export type Targets = ReadonlyMap<string, Target[]>

/** Reads the items that these cells name. A name with commas is looked up as a whole and in parts. */
export async function findTargets(db: Db, texts: string[]): Promise<Targets> {
  const keys = [...new Set(texts.flatMap((text) => splitReferences(text).flatMap(withParts)).map(fold))]
  if (keys.length === 0) return new Map()
  const rows = await listTargetRows(db, keys)
  const targets = new Map<string, Target[]>()
  const add = (key: string, target: Target) => targets.set(key, [...(targets.get(key) ?? []), target])
  for (const row of rows) {
    if (row.code_key !== null) add(`code ${row.code_key}`, row)
    add(`name ${row.name_sort}`, row)
  }
  return targets
}

const splitReferences = (text: string): string[] => splitOutsidePlaces(text, ';\n')
const splitByComma = (text: string): string[] => splitOutsidePlaces(text, ',')

/** Splits a text at these characters, except before a ']' that belongs to no later '['. */
function splitOutsidePlaces(text: string, separators: string): string[] {
  const parts: string[] = []
  let isInPlace = false
  let end = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]!
    if (character === ']' || character === '[') isInPlace = character === ']'
    if (isInPlace || !separators.includes(character)) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  return [...parts, text.slice(0, end)]
    .reverse()
    .map((part) => part.trim())
    .filter(Boolean)
}

const withoutPlace = (text: string): string => PLACE.exec(text)?.[1] ?? text

const withParts = (text: string): string[] =>
  [text, ...splitByComma(text)].flatMap((name) => [name, withoutPlace(name)])

interface Cell {
  field: RelationField
  kind: Kind
  id: string | undefined
  text: string
  /** What the item is related to already: places that the cell does not state stay as they are. */
  present: ReferenceValue | undefined
}

/** Returns the items that a cell of an item of this kind names, or the end of the sentence that says which it does not. */
export function resolveReferences(
  targets: Targets,
  { field, kind, id, text, present }: Cell,
): ReferenceValue | { problem: string } {
  const { kind: ownKind, otherKind, type } = RELATION_GROUPS[GROUPS[field]]
  const { label } = IMPORT_FIELDS[field]
  if (ownKind && ownKind !== kind && text)
    return { problem: `only ${KIND_LABELS[ownKind].plural} have a value in the column '${label}'` }
  const wanted = otherKind ?? (type === 'accessory' ? undefined : kind)
  const noun = wanted ? KIND_LABELS[wanted].label.toLowerCase() : 'item'
  const find = (name: string) => {
    const ofKind = (each: Target) => wanted === undefined || each.kind === wanted
    const byCode = targets.get(`code ${toCodeKey(name)}`)?.filter(ofKind) ?? []
    return byCode.length > 0 ? byCode : (targets.get(`name ${fold(name)}`)?.filter(ofKind) ?? [])
  }
  /** The name and the place of one part of a cell; the name of an item can contain brackets itself. */
  const split = (part: string): { name: string; place?: string } => {
    const [, name, place] = (field === 'fits' && find(part).length === 0 && PLACE.exec(part)) || []
    return name === undefined ? { name: part } : { name, place: place ?? '' }
  }
  const parts = splitReferences(text).flatMap((part) =>
    find(split(part).name).length > 0 ? [part] : splitByComma(part),
  )
  const items = new Map<string, Target>()
  const places: Record<string, Place[]> = {}
  for (const { name, place } of parts.map(split)) {
    const [target, ...others] = find(name)
    if (!target) return { problem: `no ${noun} has the code or name '${name}'${describeSeparator(name)}` }
    if (others.length > 0)
      return { problem: `${others.length + 1} items have the name '${name}'. Enter a code` }
    if (target.id === id) return { problem: 'an item cannot be related to itself' }
    items.set(target.id, target)
    if (place === undefined) continue
    const parsed = parsePlace(name, place)
    if (typeof parsed === 'string') return { problem: parsed }
    const known = places[target.id] ?? []
    const isKnown = known.some((each) => formatPlace(each) === formatPlace(parsed))
    places[target.id] = isKnown ? known : [...known, parsed]
  }
  const ids = [...items.keys()]
  const getName = (each: string) => items.get(each)!.code ?? items.get(each)!.name
  return {
    text: formatReferences(ids, getName, { ...present?.places, ...places }),
    ids,
    ...(Object.keys(places).length > 0 && { places }),
  }
}

/** What to write instead of 'CL 25 / CL 40'. */
const describeSeparator = (name: string): string =>
  /[/&+]| (?:and|or) /i.test(name) ? '. Separate several with commas, such as CL 25, CL 40' : ''

/** Throws 400 if an item cannot be related to one of these that it is not related to yet. */
export async function assertReferences(db: Db, id: string, references: References): Promise<void> {
  const [subject] = await findByIdsAnyState(db, [id])
  const present = (await listReferences(db, [id])).get(id) ?? {}
  for (const [field, { ids }] of Object.entries(references) as [RelationField, ReferenceValue][]) {
    const added = ids.filter((each) => !present[field]?.ids.includes(each))
    for (const other of await findByIdsAnyState(db, added))
      await assertCanRelate(db, orient(GROUPS[field], subject!, other))
  }
}

/**
 * Relates an item to exactly these items in the given columns, and returns what changed. Relations that remain keep
 * assembly, position and quantity, unless the column states them. Items that no longer exist are left out.
 */
export async function setReferences(tx: Tx, id: string, references: References): Promise<ChangedRelations> {
  const changed: ChangedRelations = { added: [], removed: [] }
  for (const [field, { ids, places }] of Object.entries(references) as [RelationField, ReferenceValue][]) {
    const { type } = RELATION_GROUPS[GROUPS[field]]
    const rowIds = await findRowIds(tx, [id, ...ids])
    const self = rowIds.get(id)!
    /** The stated places by the row of the other item; undefined for those that stay as they are. */
    const wanted = new Map<number, Place[] | undefined>()
    for (const each of ids) if (rowIds.has(each)) wanted.set(rowIds.get(each)!, places?.[each])
    const rows = await listRelationsOfType(tx, self, type)
    const present = new Map<number, string[]>()
    for (const { id: relationId, from_row_id: fromRowId, to_row_id: toRowId, ...row } of rows) {
      const { assembly, position, quantity, revision } = row
      const place = formatPlace(row)
      const other = fromRowId === self ? toRowId : fromRowId
      const stated = wanted.get(other)
      if (wanted.has(other) && (!stated || stated.some((each) => formatPlace(each) === place))) {
        present.set(other, [...(present.get(other) ?? []), place])
        continue
      }
      changed.removed.push({
        ...{ id: relationId, type, fromRowId, toRowId, assembly, position, quantity, revision },
      })
      await deleteRelation(tx, relationId)
    }
    for (const [toRowId, stated] of wanted) {
      const known = present.get(toRowId)
      const missing = stated
        ? stated.filter((each) => !known?.includes(formatPlace(each)))
        : known
          ? []
          : [{ assembly: '', position: '', quantity: null }]
      for (const place of missing)
        changed.added.push((await insertRelation(tx, { type, fromRowId: self, toRowId, ...place })).id)
    }
  }
  return changed
}

/**
 * Undoes what `setReferences` changed, as far as the items still exist. Returns false if a relation stays because it was
 * changed since.
 */
export async function restoreReferences(tx: Tx, { added, removed }: ChangedRelations): Promise<boolean> {
  let isComplete = true
  for (const id of added) {
    const relation = await findById(tx, id)
    if (relation?.revision === 1) await deleteRelation(tx, id)
    else if (relation) isComplete = false
  }
  for (const relation of removed) {
    if ((await haveBothItems(tx, relation)) && !(await findSame(tx, relation)))
      await insertRelations(tx, [relation])
  }
  return isComplete
}
