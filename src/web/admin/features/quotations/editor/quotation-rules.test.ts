import { expect, test } from 'vitest'
import { listConflicts, mergeValues } from '#web/admin/editing/merge.ts'
import { createDraft, createLine, type Draft } from './draft.ts'
import { QUOTATION_RULES } from './quotation-document.ts'

const [A, B, C] = ['a', 'b', 'c'].map((key) => createLine({ key, description: key.toUpperCase() })) as [
  Draft['lines'][number],
  Draft['lines'][number],
  Draft['lines'][number],
]
const BASE: Draft = { ...createDraft(), subject: 'Lathe', lines: [A, B], terms: { payment: '30 days' } }
/** What two people have made of a draft, and the fields that both have changed differently. */
function mergeDrafts(base: Draft, mine: Draft, theirs: Draft) {
  const { value, changes } = mergeValues(QUOTATION_RULES, { base, mine, theirs })
  return { draft: value, conflicts: listConflicts(changes) }
}
const getOrder = ({ lines }: Draft) => lines.map(({ key }) => key).join('')

test('Changes of different fields, lines and fields of one line are combined without a conflict', () => {
  const mine = { ...BASE, subject: 'Two lathes', lines: [{ ...A, quantity: '3' }, B, C] }
  const theirs = {
    ...BASE,
    terms: { payment: '60 days' },
    buyer: { ...BASE.buyer, gstin: '33AAACH7409R1Z8' },
    lines: [{ ...A, discountPercent: '5' }, B],
  }
  const { draft, conflicts } = mergeDrafts(BASE, mine, theirs)
  expect(conflicts).toEqual([])
  expect(draft).toMatchObject({
    subject: 'Two lathes',
    terms: { payment: '60 days' },
    buyer: { gstin: '33AAACH7409R1Z8' },
    lines: [{ quantity: '3', discountPercent: '5' }, B, C],
  })
})

test('A field that both have changed differently is a conflict, and both values can be chosen', () => {
  const mine = { ...BASE, placeOfSupply: '33' as const, lines: [{ ...A, quantity: '3' }, B] }
  const theirs = { ...BASE, placeOfSupply: '29' as const, lines: [{ ...A, quantity: '4' }, B] }
  const { draft, conflicts } = mergeDrafts(BASE, mine, theirs)
  expect(conflicts).toMatchObject([
    { label: 'Place of supply', mine: 'Tamil Nadu', theirs: 'Karnataka' },
    { path: 'lines.a.quantity', label: 'A: quantity', mine: '3', theirs: '4' },
  ])
  expect(draft.lines[0]!.quantity).toBe('3')
  const chosen = conflicts.reduce((result, conflict) => conflict.choose(result, 'theirs'), draft)
  expect(chosen).toMatchObject({ placeOfSupply: '29', lines: [{ quantity: '4' }, B] })
  expect(conflicts[0]!.choose(chosen, 'mine').placeOfSupply).toBe('33')
})

test('A line that one has removed goes, unless the other has changed it', () => {
  expect(getOrder(mergeDrafts(BASE, { ...BASE, lines: [B] }, BASE).draft)).toBe('b')
  expect(getOrder(mergeDrafts(BASE, BASE, { ...BASE, lines: [B] }).draft)).toBe('b')
  const theirs = { ...BASE, lines: [{ ...A, quantity: '9' }, B] }
  const { draft, conflicts } = mergeDrafts(BASE, { ...BASE, lines: [B] }, theirs)
  expect(getOrder(draft)).toBe('ab')
  expect(conflicts).toMatchObject([{ label: 'A', mine: 'removed', theirs: 'changed' }])
  expect(getOrder(conflicts[0]!.choose(draft, 'mine'))).toBe('b')
  expect(getOrder(conflicts[0]!.choose(draft, 'theirs'))).toBe('ab')
})

test('Lines keep the order of whoever has moved them, and added lines follow their predecessor', () => {
  const moved = { ...BASE, lines: [B, A] }
  const added = { ...BASE, lines: [A, C, B] }
  expect(getOrder(mergeDrafts(BASE, moved, added).draft)).toBe('bac')
  expect(getOrder(mergeDrafts(BASE, added, moved).draft)).toBe('bac')
})

test('The same change of both is no conflict', () => {
  const changed = { ...BASE, subject: 'Mill', lines: [A] }
  expect(mergeDrafts(BASE, changed, structuredClone(changed))).toEqual({ draft: changed, conflicts: [] })
})
