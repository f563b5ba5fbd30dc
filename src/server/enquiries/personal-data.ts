import type { Db, Tx } from '#server/database/db.ts'
import { toEnquirySearchRow } from './store-search.ts'

/** What replaces the name of a customer whose personal data were erased. */
export const ERASED_NAME = 'Erased'

/** Returns everything that is stored about a customer and their enquiries; undefined for an unknown id. */
export async function exportCustomer(db: Db, id: string) {
  const customer = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer) return undefined
  const enquiries = await db
    .selectFrom('enquiry')
    .select(['id', 'reference', 'first_name', 'last_name', 'email', 'phone', 'company', 'gstin', 'place'])
    .select(['service', 'message', 'status', 'created_at'])
    .where('customer_id', '=', id)
    .orderBy('created_at')
    .execute()
  const ids = ['', ...enquiries.map((enquiry) => enquiry.id)]
  const lines = await db
    .selectFrom('enquiry_line')
    .select(['enquiry_id', 'name', 'quantity', 'note'])
    .where('enquiry_id', 'in', ids)
    .orderBy('position')
    .execute()
  const notes = await db
    .selectFrom('enquiry_note')
    .select(['enquiry_id', 'at', 'by_name', 'text'])
    .where('enquiry_id', 'in', ids)
    .orderBy('at')
    .execute()
  const files = await db
    .selectFrom('attachment')
    .select(['enquiry_id', 'name', 'type', 'bytes', 'created_at'])
    .where('enquiry_id', 'in', ids)
    .orderBy('position')
    .execute()
  const pick = <Row extends { enquiry_id: string | null }>(rows: Row[], enquiryId: string) =>
    rows.filter((row) => row.enquiry_id === enquiryId).map(({ enquiry_id: _id, ...row }) => row)
  return {
    customer,
    enquiries: enquiries.map((enquiry) => ({
      ...enquiry,
      lines: pick(lines, enquiry.id),
      notes: pick(notes, enquiry.id),
      files: pick(files, enquiry.id),
    })),
  }
}

/**
 * Erases the personal data of a customer: names, addresses, messages, notes and files. Date, status and requested items of
 * the enquiries stay for the statistics. Returns the ids of the enquiries, or undefined for an unknown customer.
 */
export async function eraseCustomer(tx: Tx, id: string): Promise<string[] | undefined> {
  const customer = await tx.selectFrom('customer').select('email').where('id', '=', id).executeTakeFirst()
  if (!customer) return undefined
  const person = { first_name: ERASED_NAME, last_name: '', email: '', phone: '' }
  const empty = { ...person, message: '', company: '', gstin: '', place: '' }
  const enquiries = await tx
    .selectFrom('enquiry')
    .select(['id', 'reference', 'email'])
    .where('customer_id', '=', id)
    .execute()
  await tx
    .updateTable('customer')
    .set({ ...person, email_key: '', phone_key: '' })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('enquiry')
    .set({ ...empty, request_key: null })
    .where('customer_id', '=', id)
    .execute()
  const ids = enquiries.map((enquiry) => enquiry.id)
  if (ids.length > 0) {
    await tx.deleteFrom('enquiry_note').where('enquiry_id', 'in', ids).execute()
    await tx.deleteFrom('attachment').where('enquiry_id', 'in', ids).execute()
    await tx.deleteFrom('private_link').where('enquiry_id', 'in', ids).execute()
    await tx.updateTable('enquiry_line').set({ note: '' }).where('enquiry_id', 'in', ids).execute()
    await tx
      .updateTable('audit_log')
      .set({ subject_name: ERASED_NAME })
      .where('subject', '=', 'enquiry')
      .where('subject_id', 'in', ids)
      .execute()
    await replaceSearchRows(tx, enquiries, empty)
  }
  const addresses = [...new Set([customer.email, ...enquiries.map(({ email }) => email)])].filter(Boolean)
  if (addresses.length > 0) await tx.deleteFrom('outbox').where('to_address', 'in', addresses).execute()
  return ids
}

async function replaceSearchRows(
  tx: Tx,
  enquiries: { id: string; reference: string }[],
  empty: Record<
    'first_name' | 'last_name' | 'email' | 'phone' | 'message' | 'company' | 'gstin' | 'place',
    string
  >,
): Promise<void> {
  for (const { id, reference } of enquiries) {
    const lines = await tx
      .selectFrom('enquiry_line')
      .select(['name', 'note'])
      .where('enquiry_id', '=', id)
      .execute()
    await tx.deleteFrom('enquiry_search').where('enquiry_id', '=', id).execute()
    await tx
      .insertInto('enquiry_search')
      .values(toEnquirySearchRow({ ...empty, id, reference }, lines))
      .execute()
  }
}
