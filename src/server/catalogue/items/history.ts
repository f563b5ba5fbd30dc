import type { FieldDifference, Revision } from '#contracts/revision.ts'
import type { ItemDraft } from '../item/draft.ts'
import { formatField, ITEM_FIELD_NAMES, ITEM_FIELDS } from '../item/fields.ts'
import type { Snapshot } from './store-history.ts'

/** Returns the fields that differ between two states of an item, as staff read them. */
export const diffItems = (before: ItemDraft, after: ItemDraft): FieldDifference[] =>
  ITEM_FIELD_NAMES.map((field) => ({
    field: ITEM_FIELDS[field].label,
    before: formatField(before, field),
    after: formatField(after, field),
  })).filter((difference) => difference.before !== difference.after)

/** Returns each revision with its differences from the one before; none for the oldest one. */
export function toRevisions(snapshots: Snapshot[]): Revision[] {
  return snapshots.map(({ revision, at, by, item }, index) => {
    const earlier = snapshots[index + 1]
    return { revision, at, by, differences: earlier ? diffItems(earlier.item, item) : [] }
  })
}

/** Returns the state that an item had before it was archived; 'published' if no snapshot contains it. */
export function getStateBeforeArchive(snapshots: Snapshot[]): 'published' | 'draft' {
  const earlier = snapshots.find(({ item }) => item.state !== 'archived')
  return earlier?.item.state === 'draft' ? 'draft' : 'published'
}

/** Returns the content of the first snapshot. If it is archived, the draft gets the state from before. */
export function toDraft([snapshot, ...earlier]: [Snapshot, ...Snapshot[]]): ItemDraft {
  return { ...snapshot.item, state: getStateBeforeArchive([snapshot, ...earlier]) }
}
