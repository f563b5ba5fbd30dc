import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { MissingField } from '#contracts/item/state.ts'
import type { Tables } from './tables.ts'

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

/** The condition of an item that staff added, also by import; an item of the demo that they changed is none. */
export const isAddedByStaff = (eb: ExpressionBuilder<Tables, 'item'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('item_revision')
        .select('item_id')
        .whereRef('item_revision.item_id', '=', 'item.id')
        .where('revision', '=', 1)
        // The first revision of an item that staff added has their name.
        .where('by_name', '=', ''),
    ),
  )

/** An enquiry of the demo that staff have neither changed nor answered nor quoted for. */
export const isUntouchedDemoEnquiry = sql<boolean>`(enquiry.is_demo = 1 and enquiry.revision = 1
  and not exists (select 1 from enquiry_note where enquiry_note.enquiry_id = enquiry.id)
  and not exists (select 1 from attachment where attachment.enquiry_id = enquiry.id)
  and not exists (select 1 from quotation where quotation.enquiry_id = enquiry.id))`
