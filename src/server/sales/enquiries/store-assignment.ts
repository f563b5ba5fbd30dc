import type { ExpressionBuilder } from 'kysely'
import type { CustomerMatch } from '#contracts/enquiry/customer.ts'
import type { EnquiryBody } from '#contracts/enquiry/enquiry.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'
import { getCustomerKeys } from './rules.ts'

/** More customers with one phone number than staff can compare. */
const MAX_MATCHES = 20

/** Stores a customer and returns the id. */
export async function createCustomer(
  tx: Tx,
  {
    contact,
    at,
    isConfirmed,
    isDemo = false,
  }: {
    contact: Pick<EnquiryBody, 'firstName' | 'lastName' | 'email' | 'phone'>
    at: string
    isConfirmed: boolean
    isDemo?: boolean
  },
): Promise<string> {
  const id = newId()
  const { emailKey, phoneKey } = getCustomerKeys(contact)
  await tx
    .insertInto('customer')
    .values({
      id,
      first_name: contact.firstName,
      last_name: contact.lastName,
      email: contact.email,
      phone: contact.phone,
      email_key: emailKey,
      phone_key: phoneKey,
      is_confirmed: Number(isConfirmed),
      is_demo: Number(isDemo),
      created_at: at,
    })
    .execute()
  return id
}

/** Deletes a customer who has nothing any more. */
export async function deleteCustomer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('customer').where('id', '=', id).execute()
}

/** The condition for customers with one of these keys, of which '' is none. */
export const hasSameKey = (
  eb: ExpressionBuilder<Tables, 'customer'>,
  { emailKey, phoneKey }: { emailKey: string; phoneKey: string },
) =>
  eb.or([
    ...(emailKey ? [eb('email_key', '=', emailKey)] : []),
    ...(phoneKey ? [eb('phone_key', '=', phoneKey)] : []),
  ])

/**
 * Returns up to 20 other customers with the same email address or phone number, confirmed ones first, if staff have not decided
 * about one of the two: an unconfirmed customer has one enquiry, which is to be assigned.
 */
export async function listMatches(db: Db, id: string): Promise<CustomerMatch[]> {
  const own = await selectCustomers(db).where('customer.id', '=', id).executeTakeFirst()
  if (!own) return []
  const { email_key: emailKey, phone_key: phoneKey } = own
  const rows = await selectCustomers(db)
    .where('customer.id', '!=', id)
    .where('is_demo', '=', own.is_demo)
    .where((eb) => hasSameKey(eb, { emailKey, phoneKey }))
    .$if(own.is_confirmed === 1, (query) => query.where('is_confirmed', '=', 0))
    .orderBy('is_confirmed', 'desc')
    .orderBy('created_at')
    .limit(MAX_MATCHES)
    .execute()
  return rows.flatMap((row) => {
    const [unconfirmed, target] = own.is_confirmed === 1 ? [row, own] : [own, row]
    if (unconfirmed.enquiry === null) return []
    return {
      customer: { ...toName(row), email: row.email, phone: row.phone },
      same: [
        ...(emailKey !== '' && emailKey === row.email_key ? (['email'] as const) : []),
        ...(phoneKey !== '' && phoneKey === row.phone_key ? (['phone'] as const) : []),
      ],
      enquiries: row.enquiries ?? 0,
      assignment: { enquiry: unconfirmed.enquiry, customer: toName(target) },
    }
  })
}

const selectCustomers = (db: Db) =>
  db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'email_key', 'phone_key'])
    .select(['is_confirmed', 'is_demo'])
    .select((eb) => {
      const enquiries = eb.selectFrom('enquiry').whereRef('customer_id', '=', 'customer.id')
      return [
        enquiries.select(({ fn }) => fn.countAll<number>().as('count')).as('enquiries'),
        enquiries.select(({ fn }) => fn.min('enquiry.id').as('first')).as('enquiry'),
      ]
    })

const toName = (row: { id: string; first_name: string; last_name: string }) => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
})

/** Confirms that a customer is a person of their own. Returns false for an unknown id. */
export async function confirmCustomer(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('customer')
    .set({ is_confirmed: 1 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Creates a confirmed customer with the contact details of an enquiry, and returns the id. */
export async function createCustomerOf(tx: Tx, enquiryId: string, at: string): Promise<string> {
  const contact = await tx
    .selectFrom('enquiry')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone', 'is_demo'])
    .where('id', '=', enquiryId)
    .executeTakeFirstOrThrow()
  return createCustomer(tx, { contact, at, isConfirmed: true, isDemo: contact.is_demo === 1 })
}

/** Returns whether a customer has enquiries other than this one. */
export async function hasOtherEnquiries(
  db: Db,
  { customerId, enquiryId }: { customerId: string; enquiryId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('enquiry')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '!=', enquiryId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
