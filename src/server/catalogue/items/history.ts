import { formatMoney } from '#contracts/format.ts'
import {
  COMMERCIAL_FIELD_NAMES,
  COMMERCIAL_FIELDS,
  formatCommercialField,
} from '#contracts/item/commercial-fields.ts'
import { ITEM_STATE_LABELS } from '#contracts/item/state.ts'
import type { FieldDifference, Revision } from '#contracts/revision.ts'
import type { ItemDraft } from '../item/draft.ts'
import type { Snapshot } from './store-history.ts'

type SimpleField = Exclude<keyof ItemDraft, 'commercial'>

/** The label of each field of an item, and the text that is compared and shown. */
export const COMPARED_FIELDS: {
  [Field in SimpleField]: [label: string, toText: (value: ItemDraft[Field]) => string]
} = {
  name: ['Name', String],
  description: ['Description', String],
  category: ['Category', String],
  brand: ['Brand', (brand) => brand ?? ''],
  pricePaise: ['Price', toRupees],
  originalPricePaise: ['Original price', toRupees],
  features: ['Key features', (features) => features.join('\n')],
  specifications: ['Specifications', (pairs) => pairs.map((pair) => pair.join(': ')).join('\n')],
  images: ['Images', (images) => images.map(formatImage).join('\n')],
  captions: [
    'Image captions',
    (captions) =>
      Object.entries(captions)
        .map(([image, caption]) => `${formatImage(image)}: ${caption}`)
        .join('\n'),
  ],
  featured: ['Featured', (featured) => (featured ? 'Yes' : 'No')],
  state: ['Status', (state) => ITEM_STATE_LABELS[state]],
}

/** Returns the fields that differ between two states of an item, as staff read them. */
export function diffItems(before: ItemDraft, after: ItemDraft): FieldDifference[] {
  const compare = <Field extends SimpleField>(field: Field) => {
    const [label, toText] = COMPARED_FIELDS[field]
    return { field: label, before: toText(before[field]), after: toText(after[field]) }
  }
  const simple = (Object.keys(COMPARED_FIELDS) as SimpleField[]).map(compare)
  const commercial = COMMERCIAL_FIELD_NAMES.map((field) => ({
    field: COMMERCIAL_FIELDS[field].label,
    before: formatCommercialField(field, before.commercial),
    after: formatCommercialField(field, after.commercial),
  }))
  return [...simple, ...commercial].filter((difference) => difference.before !== difference.after)
}

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

function toRupees(paise: number | null): string {
  return paise === null ? '' : formatMoney(paise / 100, 'INR')
}

/** Pictures have no names; the first six characters of the media id distinguish them. */
const formatImage = (image: string) => (image.startsWith('http') ? image : `Picture ${image.slice(0, 6)}`)
