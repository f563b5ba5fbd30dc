import { type RawBuilder, sql } from 'kysely'
import type { MissingField } from '#contracts/item/state.ts'

/**
 * True for an item without the field. Each condition has a partial index together with `unpublished_at is null`, which is
 * only used if the condition stays as it is, word by word. Services have no price. Two specifications are separated by
 * `],["`, which an escaped text cannot contain.
 */
export const INCOMPLETE_CONDITIONS: Record<MissingField, RawBuilder<boolean>> = {
  picture: sql<boolean>`item.images_json = '[]'`,
  price: sql<boolean>`item.price_paise is null and item.kind <> 'service'`,
  specifications: sql<boolean>`item.specifications_json not like '%],["%'`,
}
