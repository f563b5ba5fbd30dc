import type { FieldDifference, ItemRevision } from '#contracts/admin-item.ts'
import { ITEM_STATE_LABELS } from '#contracts/item-state.ts'
import type { ItemDraft } from './rules.ts'
import type { Snapshot } from './store-history.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const formatRupees = (paise: number | null) => (paise === null ? '' : rupees.format(paise / 100))

/** Every field of an item, and how it is put into words. */
const FIELDS: [name: string, words: (item: Snapshot['item']) => string][] = [
  ['Name', (item) => item.name],
  ['Description', (item) => item.description],
  ['Category', (item) => item.category],
  ['Brand', (item) => item.brand ?? ''],
  ['Price', (item) => formatRupees(item.pricePaise)],
  ['Original price', (item) => formatRupees(item.originalPricePaise)],
  ['Key features', (item) => item.features.join('\n')],
  ['Specifications', (item) => item.specifications.map((pair) => pair.join(': ')).join('\n')],
  ['Images', (item) => formatImages(item.images)],
  ['Featured', (item) => (item.featured ? 'Yes' : 'No')],
  ['State', (item) => ITEM_STATE_LABELS[item.state]],
]

/** What differs between two states of an item, field by field, as staff read it. */
export function diffItems(before: Snapshot['item'], after: Snapshot['item']): FieldDifference[] {
  return FIELDS.map(([field, format]) => ({ field, before: format(before), after: format(after) })).filter(
    (difference) => difference.before !== difference.after,
  )
}

/** Each kept revision with what it changed; the oldest one changed nothing that is known. */
export function toRevisions(snapshots: Snapshot[]): ItemRevision[] {
  return snapshots.map(({ revision, at, by, item }, index) => {
    const earlier = snapshots[index + 1]
    return { revision, at, by, differences: earlier ? diffItems(earlier.item, item) : [] }
  })
}

/** The state an item had before it was archived, as far as its history goes. */
export function stateBeforeArchive(snapshots: Snapshot[]): 'published' | 'draft' {
  const earlier = snapshots.find(({ item }) => item.state !== 'archived')
  return earlier?.item.state === 'draft' ? 'draft' : 'published'
}

/**
 * What an item was at the first of these snapshots. Whether it was archived is not part of it: it comes back as what it
 * was before.
 */
export function toDraft([snapshot, ...earlier]: [Snapshot, ...Snapshot[]]): ItemDraft {
  const { state: _, ...draft } = snapshot.item
  return { ...draft, draft: stateBeforeArchive([snapshot, ...earlier]) === 'draft' }
}

/** Pictures are told apart by the first letters of their id: they have no names. */
const formatImages = (images: string[]) =>
  images.map((image) => (image.startsWith('http') ? image : `Picture ${image.slice(0, 6)}`)).join('\n')
