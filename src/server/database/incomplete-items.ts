import { type RawBuilder, sql } from 'kysely'
import type { MissingField } from '#contracts/item-state.ts'

/**
 * True where an item lacks something; beside `unpublished_at is null` each has a partial index, so keep the words. Services
 * have no price to lack. Two specifications stand apart as `],["`, which no text within them can contain unescaped.
 */
export const INCOMPLETE_CONDITIONS: Record<MissingField, RawBuilder<boolean>> = {
  picture: sql<boolean>`item.images_json = '[]'`,
  price: sql<boolean>`item.price_paise is null and item.kind <> 'service'`,
  specifications: sql<boolean>`item.specifications_json not like '%],["%'`,
}
