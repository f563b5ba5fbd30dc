import { type Insertable, sql } from 'kysely'
import type { EnquiryBody, EnquiryStatus } from '#contracts/enquiry/enquiry.ts'
import { isUntouchedDemoEnquiry } from '#server/database/conditions.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import { escapeLike } from '#server/database/search/text-contains.ts'
import type { Tables } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'
import { assignAttachments, listAttachmentIds } from '../attachments/store-attachments.ts'
import type { Author } from '../context.ts'
import { createReference } from './reference.ts'
import {
  type EnquiryState,
  getCustomerKeys,
  isSameEnquiry,
  type NewLine,
  TEXT_FIELDS,
  toNewLines,
  toTextColumns,
} from './rules.ts'
import { createCustomer, hasSameKey } from './store-assignment.ts'
import { findRequestedItems, insertLines, listLines } from './store-contents.ts'
import { toEnquirySearchRow } from './store-search.ts'

export interface StoredEnquiry {
  id: string
  reference: string
  customerId: string
  /** UTC. */
  createdAt: string
  /** '' without an item, or when the item does not exist. */
  itemName: string
  lines: NewLine[]
  /** The names of the attachments. */
  files: string[]
  /** False when the same enquiry was stored before; then item, lines and files are empty. */
  isNew: boolean
}

interface NewEnquiry {
  enquiry: EnquiryBody
  /** UTC. */
  at: string
  /** The privacy notice that the form showed. */
  notice?: string
  status?: EnquiryStatus
  /** Staff entered it, and know who it is from. */
  isByStaff?: boolean
  isDemo?: boolean
  /** Returns another reference at each call; tests replace it. */
  nextReference?: (at: Date) => string
}

/** So many references of one day would have to be taken that the limit is never reached. */
const MAX_REFERENCE_ATTEMPTS = 20

/**
 * Stores an enquiry. One of a visitor, whose name and addresses nobody has verified, gets a customer of its own (decision 0197);
 * one that staff entered is that of the confirmed customer with this email address or phone number, if there is one. An
 * identical enquiry with the same request key is not stored again: the first one is returned. A different enquiry with the
 * same request key is stored without the key. Throws 400 for a line whose item is not published, and for an attachment that is
 * unknown or belongs to another enquiry.
 */
export async function insertEnquiry(
  tx: Tx,
  {
    enquiry,
    at,
    notice = '',
    status = 'new',
    isByStaff = false,
    isDemo = false,
    nextReference = createReference,
  }: NewEnquiry,
): Promise<StoredEnquiry> {
  const { lines = [], attachments = [] } = enquiry
  const requestedItems = await findRequestedItems(tx, lines)
  const earlier = enquiry.requestKey ? await findByRequestKey(tx, enquiry.requestKey) : undefined
  if (earlier && isSameEnquiry(earlier, { enquiry, requestedItems })) {
    const { id, reference, customer_id, created_at } = earlier
    const stored = { id, reference, customerId: customer_id, createdAt: created_at }
    return { ...stored, itemName: '', lines: [], files: [], isNew: false }
  }
  const newLines = toNewLines(lines, requestedItems)
  const item = await findItem(tx, enquiry.item, { isOffered: !isByStaff })
  const row = {
    id: newId(),
    customer_id:
      isByStaff || isDemo
        ? await findOrCreateCustomer(tx, { enquiry, at, isDemo })
        : await createCustomer(tx, { contact: enquiry, at, isConfirmed: false }),
    ...toTextColumns(enquiry),
    notice,
    status,
    item_id: item?.id ?? null,
    request_key: earlier ? null : enquiry.requestKey || null,
    is_demo: Number(isDemo),
    created_at: at,
  }
  const reference = await insertWithReference(tx, row, () => nextReference(new Date(at)))
  await insertLines(tx, row.id, newLines)
  const files = await assignAttachments(tx, row.id, attachments)
  await tx
    .insertInto('enquiry_search')
    .values(toEnquirySearchRow({ ...row, reference }, newLines))
    .execute()
  return {
    id: row.id,
    reference,
    customerId: row.customer_id,
    createdAt: at,
    itemName: item?.name ?? '',
    lines: newLines,
    files,
    isNew: true,
  }
}

/** Stores the row with a reference that no other enquiry has, and returns the reference. */
async function insertWithReference(
  tx: Tx,
  row: Omit<Insertable<Tables['enquiry']>, 'reference'>,
  nextReference: () => string,
): Promise<string> {
  for (let attempt = 1; attempt <= MAX_REFERENCE_ATTEMPTS; attempt++) {
    const reference = nextReference()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('enquiry')
      .values({ ...row, reference })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) return reference
  }
  throw new Error('No reference is free')
}

async function findByRequestKey(db: Db, requestKey: string) {
  const row = await db
    .selectFrom('enquiry')
    .select(['id', 'reference', 'customer_id', 'created_at', ...TEXT_FIELDS.map(([column]) => column)])
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, lines: await listLines(db, row.id), attachments: await listAttachmentIds(db, row.id) }
}

/**
 * Returns the item with this id or slug, for visitors only a published one; an enquiry about an item that does not exist is
 * stored without it.
 */
async function findItem(
  db: Db,
  key: string | undefined,
  { isOffered }: { isOffered: boolean },
): Promise<{ id: string; name: string } | undefined> {
  if (!key) return undefined
  return db
    .selectFrom('item')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('id', '=', key), eb('slug', '=', key)]))
    .$if(isOffered, (query) => query.where('unpublished_at', 'is', null))
    .executeTakeFirst()
}

/**
 * Returns the id of the only confirmed customer with this email address or phone number, or of a new one, whom staff have to
 * compare if there are several.
 */
async function findOrCreateCustomer(
  tx: Tx,
  { enquiry, at, isDemo }: Pick<NewEnquiry, 'enquiry' | 'at'> & { isDemo: boolean },
): Promise<string> {
  const { emailKey, phoneKey } = getCustomerKeys(enquiry)
  const [existing, ...others] = await tx
    .selectFrom('customer')
    .select(['id', 'email_key', 'phone_key'])
    .where('is_demo', '=', Number(isDemo))
    .where('is_confirmed', '=', 1)
    .where((eb) => hasSameKey(eb, { emailKey, phoneKey }))
    .limit(2)
    .execute()
  if (!existing || others.length > 0)
    return createCustomer(tx, { contact: enquiry, at, isConfirmed: !existing, isDemo })
  // A customer who phoned first and writes later is recognised by both from now on.
  const missing = {
    ...(!existing.email_key && emailKey && { email: enquiry.email, email_key: emailKey }),
    ...(!existing.phone_key && phoneKey && { phone: enquiry.phone, phone_key: phoneKey }),
  }
  if (Object.keys(missing).length > 0) {
    await tx.updateTable('customer').set(missing).where('id', '=', existing.id).execute()
  }
  return existing.id
}

/**
 * Returns the number of enquiries with this email address, of whatever customers, since this time. Addresses that differ in what
 * follows a plus sign are of one mailbox.
 */
export async function countRecentEnquiries(
  db: Db,
  { email, since }: { email: string; since: string },
): Promise<number> {
  const at = email.lastIndexOf('@')
  const plus = email.indexOf('+')
  const name = email.slice(0, plus > 0 && plus < at ? plus : at)
  const domain = email.slice(at)
  return countMatches(
    db
      .selectFrom('enquiry')
      .where((eb) =>
        eb.or([
          eb(sql`lower(trim(email))`, '=', sql`lower(trim(${name + domain}))`),
          sql<boolean>`lower(trim(email)) like lower(${`${escapeLike(name.trim())}+%${escapeLike(domain.trim())}`}) escape '\\'`,
        ]),
      )
      .where('created_at', '>', since),
  )
}

/** Returns the fields that staff change, with the revision, the reference, and the customer's name and addresses as entered. */
export async function findStoredEnquiry(
  db: Db,
  id: string,
): Promise<
  | (EnquiryState & {
      revision: number
      reference: string
      name: string
      email: string
      phone: string
      customerId: string
    })
  | undefined
> {
  const row = await db
    .selectFrom('enquiry')
    .select(['first_name', 'last_name', 'email', 'phone', 'status', 'owner_id', 'next_action_on', 'revision'])
    .select(['customer_id', 'reference'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    status: row.status,
    ownerId: row.owner_id,
    nextActionOn: row.next_action_on,
    revision: row.revision,
    reference: row.reference,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    phone: row.phone,
    customerId: row.customer_id,
  }
}

export async function updateEnquiryState(
  tx: Tx,
  { id, state, revision }: { id: string; state: EnquiryState; revision: number },
): Promise<void> {
  await tx
    .updateTable('enquiry')
    .set({ status: state.status, owner_id: state.ownerId, next_action_on: state.nextActionOn, revision })
    .where('id', '=', id)
    .execute()
}

export async function moveEnquiry(
  tx: Tx,
  { id, customerId, revision }: { id: string; customerId: string; revision: number },
): Promise<void> {
  await tx.updateTable('enquiry').set({ customer_id: customerId, revision }).where('id', '=', id).execute()
}

interface NewNote {
  enquiryId: string
  text: string
  by: Author
  at: string
  /** The email that the note is about. */
  mailId?: string | null
}

/** Stores a note and returns its id. */
export async function insertNote(
  tx: Tx,
  { enquiryId, text, by, at, mailId = null }: NewNote,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('enquiry_note')
    .values({
      id,
      enquiry_id: enquiryId,
      at,
      account_id: by.accountId ?? null,
      by_name: by.name,
      text,
      mail_id: mailId,
    })
    .execute()
  return id
}

/** Who wrote the notes that come from the private page of an enquiry: not the name that was entered, which may be that of staff. */
export const SENDER: Author = { accountId: undefined, name: 'Sender of the enquiry' }

/** Returns the notes that came from the private page of an enquiry, the newest first. */
export const listSenderNotes = (db: Db, enquiryId: string): Promise<{ at: string; text: string }[]> =>
  db
    .selectFrom('enquiry_note')
    .select(['at', 'text'])
    .where('enquiry_id', '=', enquiryId)
    .where('account_id', 'is', null)
    .where('by_name', '=', SENDER.name)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Returns the newest audit log entry about a change of this enquiry. */
export async function findLastChange(
  db: Db,
  id: string,
): Promise<{ by: string; detail: string } | undefined> {
  return db
    .selectFrom('audit_log')
    .select(['by_name as by', 'detail'])
    .where('subject', '=', 'enquiry')
    .where('subject_id', '=', id)
    .where('action', '=', 'changed')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returns the number of demo enquiries on which nobody has worked, and that of the others. */
export async function countDemoEnquiries(db: Db): Promise<{ untouched: number; others: number }> {
  const untouched = await countMatches(db.selectFrom('enquiry').where(isUntouchedDemoEnquiry))
  const all = await countMatches(db.selectFrom('enquiry').where('is_demo', '=', 1))
  return { untouched, others: all - untouched }
}

/**
 * Deletes the demo enquiries on which nobody has worked, and the demo customers without enquiries and quotations. The others
 * become ones of the firm.
 */
export async function removeDemoEnquiries(tx: Tx): Promise<void> {
  await tx.deleteFrom('enquiry').where(isUntouchedDemoEnquiry).execute()
  await tx
    .deleteFrom('customer')
    .where('is_demo', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('enquiry').select('id').whereRef('customer_id', '=', 'customer.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('quotation').select('id').whereRef('customer_id', '=', 'customer.id'))),
    )
    .execute()
  await tx.updateTable('enquiry').set({ is_demo: 0 }).where('is_demo', '=', 1).execute()
  await tx.updateTable('customer').set({ is_demo: 0 }).where('is_demo', '=', 1).execute()
}
