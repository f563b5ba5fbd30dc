import { sql } from 'kysely'

/** An enquiry of the demo that staff have neither changed nor answered nor quoted for. */
export const isUntouchedDemoEnquiry = sql<boolean>`(enquiry.is_demo = 1 and enquiry.revision = 1
  and not exists (select 1 from enquiry_note where enquiry_note.enquiry_id = enquiry.id)
  and not exists (select 1 from attachment where attachment.enquiry_id = enquiry.id)
  and not exists (select 1 from quotation where quotation.enquiry_id = enquiry.id))`
