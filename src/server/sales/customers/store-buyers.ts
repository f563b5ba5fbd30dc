import { checkGstin } from '#contracts/enquiry/contact-details.ts'
import type { Db } from '#server/database/db.ts'

/** Who a quotation for an enquiry or a customer is addressed to. Missing texts are ''. */
export interface Buyer {
  enquiryId: string | null
  customerId: string
  buyer: { name: string; company: string; gstin: string; email: string; phone: string; place: string }
}

/**
 * Returns the details of an enquiry or, without one, those of a customer with company, GSTIN and place of the newest enquiry
 * that states them. Undefined if there is none.
 */
export async function findBuyer(
  db: Db,
  { enquiry, customer }: { enquiry?: string | null | undefined; customer?: string | null | undefined },
): Promise<Buyer | undefined> {
  if (enquiry) {
    const row = await db
      .selectFrom('enquiry')
      .select(['id', 'customer_id', 'first_name', 'last_name', 'email', 'phone', 'company', 'gstin', 'place'])
      .where('id', '=', enquiry)
      .executeTakeFirst()
    return row && { enquiryId: row.id, customerId: row.customer_id, buyer: toBuyer(row, row) }
  }
  if (!customer) return undefined
  const row = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', customer)
    .executeTakeFirst()
  if (!row) return undefined
  const newest = await db
    .selectFrom('enquiry')
    .select(['company', 'gstin', 'place'])
    .where('customer_id', '=', row.id)
    .where((eb) => eb.or([eb('company', '!=', ''), eb('gstin', '!=', '')]))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return {
    enquiryId: null,
    customerId: row.id,
    buyer: toBuyer(row, newest ?? { company: '', gstin: '', place: '' }),
  }
}

const toBuyer = (
  person: { first_name: string; last_name: string; email: string; phone: string },
  { company, gstin, place }: { company: string; gstin: string; place: string },
) => ({
  name: `${person.first_name} ${person.last_name}`.trim(),
  company,
  // An enquiry may state a wrong one, which no quotation may have.
  gstin: checkGstin(gstin) ? '' : gstin,
  email: person.email,
  phone: person.phone,
  place,
})
