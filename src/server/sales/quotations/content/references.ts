import type { DraftBody } from '#contracts/quotation/quotation.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, forbidden } from '#server/kernel/http/problem.ts'
import { type Buyer, findBuyer } from '../../customers/store-buyers.ts'
import { fromHundredths } from '../gst/money.ts'
import { findKnownIds, readItemPrices } from './store-references.ts'

/** A draft that is created, or changed from `before`. */
interface Change {
  body: DraftBody
  before: DraftBody | undefined
}

/**
 * Throws 400, naming each field, for ids of items and pictures that do not exist. Those that the draft had before are not
 * checked: an item that was deleted later does not prevent saving.
 */
export async function assertLinesExist(db: Db, { body, before }: Change): Promise<void> {
  const errors = [
    ...(await listUnknown(db, { body, before, name: 'item', table: 'item' })),
    ...(await listUnknown(db, { body, before, name: 'picture', table: 'media' })),
  ]
  if (errors[0]) throw badRequest(errors[0].message, errors)
}

async function listUnknown(
  db: Db,
  { body, before, name, table }: Change & { name: 'item' | 'picture'; table: 'item' | 'media' },
): Promise<{ field: string; message: string }[]> {
  const earlier = new Set(before?.lines.map((line) => line[name]))
  const added = body.lines.flatMap(({ [name]: id }, index) => (id && !earlier.has(id) ? [{ id, index }] : []))
  if (added.length === 0) return []
  const ids = [...new Set(added.map(({ id }) => id))]
  const known = await findKnownIds(db, table, ids)
  return added
    .filter(({ id }) => !known.has(id))
    .map(({ id, index }) => ({
      field: `lines.${index}.${name}`,
      message: `Line ${index + 1}: there is no ${name} with the id '${id}'.`,
    }))
}

/**
 * Returns the lines with the list prices of their items, in rupees. A line that had the item before keeps the price of that time, so
 * that a later price neither gives nor takes a discount.
 */
export async function readListPrices(db: Db, { body, before }: Change): Promise<DraftBody['lines']> {
  const findEarlier = ({ key, item }: DraftBody['lines'][number]) =>
    before?.lines.find((line) => line.key === key && line.item === item)?.listPrice
  const isNew = (line: DraftBody['lines'][number]) => findEarlier(line) === undefined
  const ids = [...new Set(body.lines.filter(isNew).flatMap(({ item }) => item ?? []))]
  const prices = await readItemPrices(db, ids)
  return body.lines.map((line) => ({
    ...line,
    listPrice: (isNew(line) ? toRupees(prices.get(line.item ?? '')) : findEarlier(line)) ?? null,
  }))
}

const toRupees = (paise: number | null | undefined) => paise && fromHundredths(paise)

/**
 * Returns the buyer of the enquiry or the customer of a draft; undefined without one, and when it was deleted after it had
 * been added. Throws 400 for an enquiry or a customer that is added and does not exist, and 403 for one whose contact details
 * the person may not read.
 */
export async function findSource(
  db: Db,
  { body, before, by }: Change & { by: Pick<Actor, 'permissions'> },
): Promise<Buyer | undefined> {
  const find = async (name: 'enquiry' | 'customer') => {
    const id = body[name]
    if (id && id !== before?.[name] && !by.permissions.includes('enquiries.read'))
      throw forbidden(`Only those who may read enquiries can add the ${name} of a quotation.`)
    const found = id ? await findBuyer(db, { [name]: id }) : undefined
    if (id && !found && id !== before?.[name]) {
      const message = `There is no ${name} with the id '${id}'.`
      throw badRequest(message, [{ field: name, message }])
    }
    return found
  }
  const ofEnquiry = await find('enquiry')
  const ofCustomer = await find('customer')
  return ofEnquiry ?? ofCustomer
}
