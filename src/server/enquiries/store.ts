import type { Enquiry, EnquiryBody, EnquiryStatus } from '#contracts/enquiry.ts'
import type { Db } from '#server/database/open.ts'
import { newId } from '#server/kernel/ids.ts'
import { customerKeys } from './rules.ts'

/**
 * Stores an enquiry with the person who sent it: the one known by this e-mail or telephone, else a new one.
 * The same enquiry under the same request key answers the first one's id; what was changed before it was sent again is
 * stored as well. Runs in the caller's transaction.
 */
export async function insertEnquiry(
  db: Db,
  enquiry: EnquiryBody,
  stored: { at: string; status?: EnquiryStatus; isDemo?: boolean },
): Promise<string> {
  const isDemo = Number(stored.isDemo ?? false)
  const earlier = enquiry.requestKey ? await findByRequestKey(db, enquiry.requestKey) : undefined
  if (earlier && sameEnquiry(earlier, enquiry)) return earlier.id
  const id = newId()
  await db
    .insertInto('enquiry')
    .values({
      id,
      customer_id: await customerOf(db, enquiry, stored.at, isDemo),
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      email: enquiry.email,
      phone: enquiry.phone,
      service: enquiry.service ?? '',
      message: enquiry.message,
      status: stored.status ?? 'new',
      item_id: await knownItem(db, enquiry.item),
      request_key: earlier ? null : enquiry.requestKey || null,
      is_demo: isDemo,
      created_at: stored.at,
    })
    .execute()
  return id
}

function findByRequestKey(db: Db, requestKey: string) {
  return db
    .selectFrom('enquiry')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'service', 'message'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

function sameEnquiry(
  row: NonNullable<Awaited<ReturnType<typeof findByRequestKey>>>,
  { firstName, lastName, email, phone, service = '', message }: EnquiryBody,
): boolean {
  const stored = [row.first_name, row.last_name, row.email, row.phone, row.service, row.message]
  return [firstName, lastName, email, phone, service, message].every((text, index) => text === stored[index])
}

async function customerOf(db: Db, enquiry: EnquiryBody, at: string, isDemo: number): Promise<string> {
  const { emailKey, phoneKey } = customerKeys(enquiry)
  const known = await db
    .selectFrom('customer')
    .select('id')
    .where('is_demo', '=', isDemo)
    .where((eb) =>
      eb.or([eb('email_key', '=', emailKey), ...(phoneKey ? [eb('phone_key', '=', phoneKey)] : [])]),
    )
    .orderBy('created_at')
    .executeTakeFirst()
  if (known) return known.id
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
async function knownItem(db: Db, key: string | undefined): Promise<string | null> {
  if (!key) return null
  const item = await db
    .selectFrom('item')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', key), eb('slug', '=', key)]))
    .executeTakeFirst()
  return item?.id ?? null
}

/** Newest first, with the total of all. */
export async function listEnquiries(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ enquiries: Enquiry[]; total: number }> {
  const rows = await db
    .selectFrom('enquiry')
    .innerJoin('customer', 'customer.id', 'enquiry.customer_id')
    .leftJoin('item', 'item.id', 'enquiry.item_id')
    .select([
      'enquiry.id',
      'enquiry.service',
      'enquiry.message',
      'enquiry.status',
      'enquiry.created_at',
      'customer.id as customer_id',
      'enquiry.first_name',
      'enquiry.last_name',
      'enquiry.email',
      'enquiry.phone',
      'item.id as item_id',
      'item.name as item_name',
    ])
    .orderBy('enquiry.created_at', 'desc')
    .orderBy('enquiry.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = await count(db, 'enquiry')
  const enquiries = rows.map((row) => ({
    id: row.id,
    customer: {
      id: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
    },
    service: row.service,
    message: row.message,
    status: row.status as EnquiryStatus,
    item: row.item_id && row.item_name ? { id: row.item_id, name: row.item_name } : null,
    createdAt: row.created_at,
  }))
  return { enquiries, total }
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

async function count(db: Db, table: 'enquiry' | 'customer'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
