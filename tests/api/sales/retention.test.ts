import { expect, test } from 'vitest'
import { systemClock } from '#server/kernel/clock.ts'
import { eraseInactiveCustomers } from '#server/personal-data/erasures.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { enterEnquiry } from '../../support/fixtures/enquiries.ts'
import { expectCreated } from '../../support/fixtures/items.ts'
import { createQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')

const SINCE = new Date('2024-06-15T00:00:00.000Z')
const LONG_AGO = '2024-06-14T23:59:59.000Z'
const RECENTLY = '2024-06-15T00:00:00.000Z'
const NO_FILES = { removeFiles: async () => undefined }

const erase = () =>
  eraseInactiveCustomers(
    {
      ...{ db: site.db, clock: systemClock, attachmentStorage: NO_FILES, documentStorage: NO_FILES },
      erasureFolders: [site.dataDir],
      onError: (error) => expect(error).toBeUndefined(),
    },
    SINCE,
  )

let count = 0
/** Stores a customer with an enquiry of that time. */
async function createCustomer(at = LONG_AGO): Promise<{ id: string; customerId: string }> {
  count++
  const person = { firstName: `Customer${count}`, lastName: 'Old', phone: `+91 98400 1000${count}` }
  const enquiry = await enterEnquiry(staff, { ...person, message: 'Collets.' })
  await site.db.updateTable('enquiry').set({ created_at: at }).where('id', '=', enquiry.id).execute()
  await site.db
    .updateTable('customer')
    .set({ created_at: LONG_AGO })
    .where('id', '=', enquiry.customerId)
    .execute()
  return enquiry
}
const isErased = async (customerId: string) =>
  (await findRows(site, 'customer', { id: customerId }))[0]!.first_name === 'Erased'

test('A customer of whom nothing was heard since the time is erased once, with an entry in the audit log', async () => {
  const { customerId, id } = await createCustomer()
  expect(await erase()).toBe(1)
  expect(await isErased(customerId)).toBe(true)
  expect(await findRows(site, 'enquiry', { id })).toMatchObject([{ message: '', email: '' }])
  const log: Json[] = await expectOk(staff('/api/log?limit=10'))
  expect(log.find(({ action }) => action === 'erased')).toMatchObject({ by: { name: 'Retention period' } })
  expect(await erase()).toBe(0)
})

test('A later enquiry, note, follow-up date or quotation keeps the customer', async () => {
  const kept = {
    enquiry: await createCustomer(RECENTLY),
    note: await createCustomer(),
    date: await createCustomer(),
    quotation: await createCustomer(),
  }
  await expectCreated(staff(`/api/enquiries/${kept.note.id}/notes`, jsonBody('POST', { text: 'Called.' })))
  const change = { nextActionOn: '2026-12-01' }
  await expectOk(staff(`/api/enquiries/${kept.date.id}`, jsonBody('PATCH', change)))
  await createQuotation(staff, { customer: kept.quotation.customerId })
  expect(await erase()).toBe(0)
  for (const { customerId } of Object.values(kept)) expect(await isErased(customerId)).toBe(false)
})
