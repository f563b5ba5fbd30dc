import { setImmediate } from 'node:timers/promises'
import { NO_COMMERCIAL_FIELDS } from '#contracts/commercial-fields.ts'
import type { Kind } from '#contracts/item.ts'
import type { ItemDraft } from '#server/catalogue/items/draft.ts'
import { insertItem, patchItem } from '#server/catalogue/items/store.ts'
import type { TestSite } from './site.ts'

export interface ItemPlan {
  kind: Kind
  draft: ItemDraft
  archived: boolean
  at: string
}

const DEFAULT_DRAFT: ItemDraft = {
  name: 'Part',
  description: 'In store.',
  category: 'Parts',
  brand: null,
  pricePaise: null,
  originalPricePaise: null,
  features: [],
  specifications: [],
  commercial: NO_COMMERCIAL_FIELDS,
  images: [],
  captions: {},
  featured: false,
  state: 'published',
}

/** Returns a plan for one item; fields without a value get a default. */
export const createItemPlan = (
  kind: Kind,
  draft: Partial<ItemDraft>,
  more: Partial<Pick<ItemPlan, 'archived' | 'at'>> = {},
): ItemPlan => ({
  kind,
  draft: { ...DEFAULT_DRAFT, ...draft },
  archived: false,
  at: '2026-01-01T00:00:00.000Z',
  ...more,
})

/** Stores items as the server does, without requests. Returns their ids. */
export function insertItems({ db }: TestSite, plans: ItemPlan[]): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const ids: string[] = []
    for (const { kind, draft, archived, at } of plans) {
      const { id } = await insertItem(transaction, kind, draft, { at })
      if (archived) await patchItem(transaction, id, { state: 'archived' }, at)
      // Otherwise the server takes the long pause for a sign that it is overworked.
      if (ids.push(id) % 100 === 0) await setImmediate()
    }
    return ids
  })
}
