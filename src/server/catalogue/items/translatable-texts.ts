import type { PlacedText } from '#contracts/translation/translation.ts'
import type { Db } from '#server/database/db.ts'
import type { TextSource } from '#server/kernel/translation.ts'
import type { ItemDraft } from '../item/draft.ts'
import { ITEM_FIELDS } from '../item/fields.ts'
import { findByIdsAnyState, listItemsInBatches, type StoredItem } from './store.ts'
import { listSnapshots } from './store-history.ts'

/** The texts of items. */
export const createItemTexts = (db: Db): TextSource => ({
  async *listTexts(document) {
    if (document) yield (await findByIdsAnyState(db, [document])).flatMap(listTextsOfItem)
    else
      for await (const items of listItemsInBatches(db))
        yield items.filter(({ state }) => state !== 'archived').flatMap(listTextsOfItem)
  },
  kind: 'item',
  async *listEarlierTexts(document) {
    for (const { item } of await listSnapshots(db, document)) yield listDraftTexts(item)
  },
})

/** The texts of the page of an item, without those that it shares with others. */
export const listOwnTexts = (item: Pick<ItemDraft, 'name' | 'description' | 'features'>): string[] => [
  item.name,
  item.description,
  ...item.features,
]

const listTextsOfItem = (item: StoredItem): PlacedText[] =>
  listDraftTexts(item).map(({ group = item.kind, ...text }) => ({
    ...text,
    kind: 'item' as const,
    group,
    document: item.id,
    documentName: item.name,
  }))

type DraftText = Pick<PlacedText, 'path' | 'label' | 'text'> & { group?: 'label' | 'value' }

function listDraftTexts(draft: ItemDraft): DraftText[] {
  const { name, description, category, features, specifications, captions } = draft
  const texts: DraftText[] = [
    { path: 'name', label: ITEM_FIELDS.name.label, text: name },
    { path: 'description', label: ITEM_FIELDS.description.label, text: description },
    ...features.map((text, index) => ({
      path: `features.${index}`,
      label: ITEM_FIELDS.features.label,
      text,
    })),
    ...Object.entries(captions).map(([image, text]) => ({
      path: `captions.${image}`,
      label: 'Caption',
      text,
    })),
    { path: 'category', label: ITEM_FIELDS.category.label, text: category, group: 'label' },
    ...specifications.flatMap(([label, text], index): DraftText[] => [
      { path: `specifications.${index}`, label: 'Name of a specification', text: label, group: 'label' },
      { path: `specifications.${label}`, label, text, group: 'value' },
    ]),
  ]
  return texts.filter(({ text }) => text.trim() !== '')
}
