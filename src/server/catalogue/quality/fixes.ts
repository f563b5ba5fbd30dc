import type { FixPreview, QualityFix } from '#contracts/bulk-data/quality.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import type { ItemDraft } from '../item/draft.ts'
import { checkDraft, checkImportedDraft } from '../item/rules.ts'
import type { StoredItem } from '../items/store.ts'
import { addUnit, convertQuantity, parseQuantity } from './quantity.ts'
import { findLostUnit, splitUnit, toNameKey } from './similar-names.ts'

/* What a correction changes in an item: pure functions. */

/** An item after a correction, with the texts that differ, or why it stays as it is. */
export type PlannedFix =
  | { draft: ItemDraft; before: string; after: string }
  | Exclude<keyof FixPreview['leftOut'], 'later'>

/** Returns an item after a correction, or why it stays as it is. */
export function planFix(item: StoredItem, fix: QualityFix): PlannedFix {
  if (item.state === 'archived') return 'unchanged'
  const planned = plan(item, fix)
  if (typeof planned === 'string') return planned
  // An imported item may have fewer specifications than forms require.
  const check = item.specifications.length < LIMITS.minSpecifications ? checkImportedDraft : checkDraft
  try {
    check(item.kind, planned.draft)
    return planned
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return 'invalid'
  }
}

function plan(item: StoredItem, fix: QualityFix): PlannedFix {
  switch (fix.action) {
    case 'rename':
      return planRename(item, fix)
    case 'unit':
      return planUnit(item, fix)
    case 'value':
      return replaceValues(item, ([name, value]) => (name === fix.name ? fix.value : value))
    case 'hsn':
      return item.commercial.hsn === null
        ? {
            draft: { ...item, commercial: { ...item.commercial, hsn: fix.hsn } },
            before: 'No HSN or SAC code',
            after: fix.hsn,
          }
        : 'unchanged'
    case 'archive':
      return item.id === fix.keep
        ? 'unchanged'
        : {
            draft: { ...item, state: 'archived' },
            before: item.state === 'draft' ? 'Draft' : 'Published',
            after: 'Archived',
          }
  }
}

/** Specifications with the same name and value become one. A unit that the name loses moves into the value. */
function planRename(item: StoredItem, { from, to }: { from: string[]; to: string }): PlannedFix {
  const renamed: Specifications[number][] = []
  for (const [name, value] of item.specifications) {
    const unit = from.includes(name) ? findLostUnit(name, to) : undefined
    const moved = unit === undefined ? value : addUnit(value, unit)
    if (moved === undefined || (unit !== undefined && splitUnit(to).unit !== undefined))
      return 'notConvertible'
    renamed.push([from.includes(name) ? to : name, moved])
  }
  const values = new Map<string, string>()
  for (const [name, value] of renamed) {
    const other = name === to ? values.get(name) : undefined
    if (other !== undefined && other.trim() !== value.trim()) return 'both'
    values.set(name, value)
  }
  const specifications = renamed.filter(
    ([name], index) => name !== to || renamed.findIndex(([other]) => other === name) === index,
  )
  return toPlan(item, specifications)
}

function planUnit(item: StoredItem, fix: { name: string; from: string; to: string }): PlannedFix {
  const key = toNameKey(fix.name)
  const concerned = item.specifications.filter(
    ([name, value]) => toNameKey(name) === key && parseQuantity(value)?.unit === fix.from,
  )
  if (concerned.length === 0) return 'unchanged'
  // The number of 'Bore (mm)' is in mm.
  const convert = ([name, value]: Specifications[number]) => {
    const stated = fix.from === '' ? splitUnit(name).unit : undefined
    return stated === undefined
      ? convertQuantity(value, fix.from, fix.to)
      : convertQuantity(addUnit(value, stated) ?? value, stated, fix.to)
  }
  if (concerned.some((pair) => convert(pair) === undefined)) return 'notConvertible'
  return replaceValues(item, (pair) => (concerned.includes(pair) ? convert(pair)! : pair[1]))
}

const replaceValues = (item: StoredItem, getValue: (pair: Specifications[number]) => string): PlannedFix =>
  toPlan(
    item,
    item.specifications.map((pair): Specifications[number] => [pair[0], getValue(pair)]),
  )

function toPlan(item: StoredItem, specifications: Specifications): PlannedFix {
  const toLines = (pairs: Specifications) => pairs.map((pair) => pair.join(': '))
  const before = toLines(item.specifications)
  const after = toLines(specifications)
  const removed = before.filter((line) => !after.includes(line))
  const added = after.filter((line) => !before.includes(line))
  if (removed.length === 0 && before.length === after.length) return 'unchanged'
  return {
    draft: { ...item, specifications },
    before: removed.join('; '),
    after: added.join('; ') || 'Removed: the item has it twice',
  }
}

/** Describes a correction for the audit log. */
export function describeFix(fix: QualityFix): string {
  switch (fix.action) {
    case 'rename':
      return `data quality: ${fix.from.map((name) => `'${name}'`).join(', ')} renamed '${fix.to}'`
    case 'unit':
      return `data quality: '${fix.name}' from ${fix.from || 'no unit'} to ${fix.to}`
    case 'value':
      return `data quality: '${fix.name}' set to ${fix.value}`
    case 'hsn':
      return `data quality: HSN or SAC code ${fix.hsn}`
    case 'archive':
      return 'data quality: duplicate archived'
  }
}
