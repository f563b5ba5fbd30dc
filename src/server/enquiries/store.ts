import type { EnquiryBody, EnquiryStatus } from '#contracts/enquiry.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { newId } from '#server/kernel/ids.ts'
import { type EnquiryState, getCustomerKeys } from './rules.ts'
import { toEnquirySearchRow } from './store-search.ts'

export interface StoredEnquiry {
  id: string
  customerId: string
  /** '' without an item, or when the item does not exist. */
  itemName: string
  /** False when the same enquiry was stored before. */
  isNew: boolean
}

interface NewEnquiry {
  enquiry: EnquiryBody
  /** UTC. */
  at: string
  status?: EnquiryStatus
  isDemo?: boolean
}

/**
 * Stores an enquiry for the customer with this email address or phone number, who is created if there is none. An
 * identical enquiry with the same request key is not stored again: the first one is returned. A different enquiry with the
 * same request key is stored without the key.
 */
export async function insertEnquiry(
  tx: Tx,
  { enquiry, at, status = 'new', isDemo = false }: NewEnquiry,
): Promise<StoredEnquiry> {
  const earlier = enquiry.requestKey ? await findByRequestKey(tx, enquiry.requestKey) : undefined
  if (earlier && isSameEnquiry(earlier, enquiry)) {
    return { id: earlier.id, customerId: earlier.customer_id, itemName: '', isNew: false }
  }
  const item = await findItem(tx, enquiry.item)
  const row = {
    id: newId(),
    customer_id: await findOrCreateCustomer(tx, { enquiry, at, isDemo }),
    first_name: enquiry.firstName,
    last_name: enquiry.lastName,
    email: enquiry.email,
    phone: enquiry.phone,
    service: enquiry.service ?? '',
    message: enquiry.message,
    status,
    item_id: item?.id ?? null,
    request_key: earlier ? null : enquiry.requestKey || null,
    is_demo: Number(isDemo),
    created_at: at,
  }
  await tx.insertInto('enquiry').values(row).execute()
  await tx.insertInto('enquiry_search').values(toEnquirySearchRow(row)).execute()
  return { id: row.id, customerId: row.customer_id, itemName: item?.name ?? '', isNew: true }
}

function findByRequestKey(db: Db, requestKey: string) {
  return db
    .selectFrom('enquiry')
    .select(['id', 'customer_id', 'first_name', 'last_name', 'email', 'phone', 'service', 'message'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

function isSameEnquiry(
  row: NonNullable<Awaited<ReturnType<typeof findByRequestKey>>>,
  { firstName, lastName, email, phone, service = '', message }: EnquiryBody,
): boolean {
  const stored = [row.first_name, row.last_name, row.email, row.phone, row.service, row.message]
  return [firstName, lastName, email, phone, service, message].every((text, index) => text === stored[index])
}

/** Returns the item with this id or slug; an enquiry about an item that no longer exists is stored without it. */
async function findItem(db: Db, key: string | undefined): Promise<{ id: string; name: string } | undefined> {
  if (!key) return undefined
  return db
    .selectFrom('item')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('id', '=', key), eb('slug', '=', key)]))
    .executeTakeFirst()
}

/** Returns the id of the oldest customer with this email address or phone number, or of a new one. */
async function findOrCreateCustomer(
  tx: Tx,
  { enquiry, at, isDemo }: Pick<NewEnquiry, 'enquiry' | 'at'> & { isDemo: boolean },
): Promise<string> {
  const { emailKey, phoneKey } = getCustomerKeys(enquiry)
  const existing = await tx
    .selectFrom('customer')
    .select(['id', 'email_key', 'phone_key'])
    .where('is_demo', '=', Number(isDemo))
    .where((eb) =>
      eb.or([
        ...(emailKey ? [eb('email_key', '=', emailKey)] : []),
        ...(phoneKey ? [eb('phone_key', '=', phoneKey)] : []),
      ]),
    )
    .orderBy('created_at')
    .executeTakeFirst()
  if (existing) {
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
  const id = newId()
  await tx
    .insertInto('customer')
    .values({
      id,
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      email: enquiry.email,
      phone: enquiry.phone,
      email_key: emailKey,
      phone_key: phoneKey,
      is_demo: Number(isDemo),
      created_at: at,
    })
    .execute()
  return id
}

/** Returns the fields that staff change, with the revision and the customer's full name. */
export async function findStoredEnquiry(
  db: Db,
  id: string,
): Promise<(EnquiryState & { revision: number; name: string }) | undefined> {
  const row = await db
    .selectFrom('enquiry')
    .select(['first_name', 'last_name', 'status', 'owner_id', 'next_action_on', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      status: row.status,
      ownerId: row.owner_id,
      nextActionOn: row.next_action_on,
      revision: row.revision,
      name: `${row.first_name} ${row.last_name}`.trim(),
    }
  )
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

/** Stores a note and returns its id. */
export async function insertNote(
  tx: Tx,
  { enquiryId, text, by, at }: { enquiryId: string; text: string; by: Actor; at: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('enquiry_note')
    .values({ id, enquiry_id: enquiryId, at, account_id: by.accountId ?? null, by_name: by.name, text })
    .execute()
  return id
}

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

/** Deletes the demo enquiries and the demo customers without other enquiries. Returns the number of deleted enquiries. */
export async function removeDemoEnquiries(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('enquiry').where('is_demo', '=', 1).executeTakeFirst()
  await tx
    .deleteFrom('customer')
    .where('is_demo', '=', 1)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('enquiry').select('id').whereRef('customer_id', '=', 'customer.id'))),
    )
    .execute()
  return Number(numDeletedRows)
}
