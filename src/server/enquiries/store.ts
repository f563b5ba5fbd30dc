import type { EnquiryBody, EnquiryStatus } from '#contracts/enquiry.ts'
import type { Db } from '#server/database/db.ts'
import { toEnquirySearchRow } from '#server/database/enquiry-search.ts'
import { newId } from '#server/kernel/ids.ts'
import { getCustomerKeys } from './rules.ts'

export interface StoredEnquiry {
  id: string
  customerId: string
  /** '' where it names none that is there. */
  itemName: string
  /** False when the same one was there already. */
  isNew: boolean
}

/**
 * Stores an enquiry with the person who sent it: the one known by this e-mail or telephone, else a new one.
 * The same enquiry under the same request key answers the first one; what was changed before it was sent again is
 * stored as well. Runs in the caller's transaction.
 */
export async function insertEnquiry(
  db: Db,
  enquiry: EnquiryBody,
  options: { at: string; status?: EnquiryStatus; isDemo?: boolean },
): Promise<StoredEnquiry> {
  const isDemo = Number(options.isDemo ?? false)
  const earlier = enquiry.requestKey ? await findByRequestKey(db, enquiry.requestKey) : undefined
  if (earlier && isSameEnquiry(earlier, enquiry)) {
    return { id: earlier.id, customerId: earlier.customer_id, itemName: '', isNew: false }
  }
  const item = await findItem(db, enquiry.item)
  const row = {
    id: newId(),
    customer_id: await findOrCreateCustomer(db, enquiry, options.at, isDemo),
    first_name: enquiry.firstName,
    last_name: enquiry.lastName,
    email: enquiry.email,
    phone: enquiry.phone,
    service: enquiry.service ?? '',
    message: enquiry.message,
    status: options.status ?? 'new',
    item_id: item?.id ?? null,
    request_key: earlier ? null : enquiry.requestKey || null,
    is_demo: isDemo,
    created_at: options.at,
  }
  await db.insertInto('enquiry').values(row).execute()
  await db.insertInto('enquiry_search').values(toEnquirySearchRow(row)).execute()
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

async function findOrCreateCustomer(
  db: Db,
  enquiry: EnquiryBody,
  at: string,
  isDemo: number,
): Promise<string> {
  const { emailKey, phoneKey } = getCustomerKeys(enquiry)
  const existing = await db
    .selectFrom('customer')
    .select(['id', 'email_key', 'phone_key'])
    .where('is_demo', '=', isDemo)
    .where((eb) =>
      eb.or([
        ...(emailKey ? [eb('email_key', '=', emailKey)] : []),
        ...(phoneKey ? [eb('phone_key', '=', phoneKey)] : []),
      ]),
    )
    .orderBy('created_at')
    .executeTakeFirst()
  if (existing) {
    // Whoever telephoned first and writes later is found by both from then on.
    const missing = {
      ...(!existing.email_key && emailKey && { email: enquiry.email, email_key: emailKey }),
      ...(!existing.phone_key && phoneKey && { phone: enquiry.phone, phone_key: phoneKey }),
    }
    if (Object.keys(missing).length > 0) {
      await db.updateTable('customer').set(missing).where('id', '=', existing.id).execute()
    }
    return existing.id
  }
  const id = newId()
  await db
    .insertInto('customer')
    .values({
      id,
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      email: enquiry.email,
      phone: enquiry.phone,
      email_key: emailKey,
      phone_key: phoneKey,
      is_demo: isDemo,
      created_at: at,
    })
    .execute()
  return id
}

/** An enquiry is worth more than its link: an item that is gone is left out, not refused. */
async function findItem(db: Db, key: string | undefined): Promise<{ id: string; name: string } | undefined> {
  if (!key) return undefined
  return db
    .selectFrom('item')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('id', '=', key), eb('slug', '=', key)]))
    .executeTakeFirst()
}

/** Removes the demo's people with everything they wrote. Answers how many enquiries went. */
export async function removeDemoEnquiries(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('enquiry').where('is_demo', '=', 1).executeTakeFirst()
  await db
    .deleteFrom('customer')
    .where('is_demo', '=', 1)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('enquiry').select('id').whereRef('customer_id', '=', 'customer.id'))),
    )
    .execute()
  return Number(numDeletedRows)
}
