import { beforeAll, expect, test } from 'vitest'
import { eraseInactiveCustomers } from '#server/personal-data/erasures.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { enterEnquiry, expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { expectCreated } from '../../support/fixtures/items.ts'
import { createQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')

const NOW = new Date('2030-06-15T12:00:00.000Z')
/** More than two years and less than three before. */
const LONG_AGO = '2028-06-15T11:59:59.000Z'
const WITHIN = '2028-06-15T12:00:00.000Z'
const NO_FILES = { removeFiles: async () => undefined }

/** Does what the sweep does at that time. */
const sweep = (now = NOW) =>
  eraseInactiveCustomers({
    ...{ db: site.db, clock: () => now, attachmentStorage: NO_FILES, documentStorage: NO_FILES },
    erasureFolders: [site.dataDir],
    onError: (error) => expect(error).toBeUndefined(),
  })

/** Saves the setting, as if at this time. */
async function setRetention(retention: string, at: string): Promise<void> {
  const { content, revision } = await expectOk(staff('/api/site-content/edited'))
  content.privacy.retention = retention
  await expectOk(staff('/api/site-content', jsonBody('PUT', { content, revision })))
  await site.db
    .updateTable('site_content_revision')
    .set({ at })
    .where('revision', '=', revision + 1)
    .execute()
}
beforeAll(() => setRetention('24', '2030-06-01T00:00:00.000Z'))

let count = 0
/** Stores a customer with a lost enquiry of that time. */
async function createCustomer({ at = LONG_AGO, status = 'lost' } = {}): Promise<{
  id: string
  customerId: string
  phone: string
}> {
  count++
  const phone = `+91 98400 1000${count}`
  const person = { firstName: `Customer${count}`, lastName: 'Old', phone }
  const enquiry = await enterEnquiry(staff, { ...person, message: 'Collets.' })
  const { id, customerId } = enquiry
  const changes = { created_at: at, status: status as 'lost' }
  await site.db.updateTable('enquiry').set(changes).where('id', '=', id).execute()
  await site.db.updateTable('customer').set({ created_at: LONG_AGO }).where('id', '=', customerId).execute()
  await site.db.updateTable('audit_log').set({ at: LONG_AGO }).execute()
  return { id, customerId, phone }
}
const isErased = async (customerId: string) =>
  (await findRows(site, 'customer', { id: customerId }))[0]!.first_name === 'Erased'

test('A customer with lost enquiries, of whom nothing was heard since the time, is erased once, which the audit log names', async () => {
  const { customerId, id } = await createCustomer()
  expect(await sweep()).toBe(1)
  expect(await isErased(customerId)).toBe(true)
  expect(await findRows(site, 'enquiry', { id })).toMatchObject([{ message: '', email: '' }])
  const log: Json[] = await expectOk(staff('/api/log?limit=10'))
  expect(log.find(({ action }) => action === 'erased')).toMatchObject({ by: { name: 'Retention period' } })
  expect(await sweep()).toBe(0)
})

test('A newer or open enquiry, a note, a follow-up date, a change, a quotation or an enquiry from the same address keeps the customer', async () => {
  const newer = await createCustomer({ at: WITHIN })
  const open = await createCustomer({ status: 'quoted' })
  const ordered = await createCustomer({ status: 'won' })
  const noted = await createCustomer()
  const dated = await createCustomer()
  const quoted = await createCustomer()
  const returned = await createCustomer()
  const changed = await createCustomer()
  await expectCreated(staff(`/api/enquiries/${noted.id}/notes`, jsonBody('POST', { text: 'Called.' })))
  await site.db
    .updateTable('enquiry')
    .set({ next_action_on: '2027-01-01' })
    .where('id', '=', dated.id)
    .execute()
  await createQuotation(staff, { customer: quoted.customerId })
  await expectEnquiry(site, { phone: returned.phone, email: 'other@valves.example' })
  await expectOk(
    staff(`/api/enquiries/${changed.id}`, jsonBody('PATCH', { status: 'lost', nextActionOn: '2026-12-01' })),
  )
  await site.db.updateTable('enquiry').set({ next_action_on: null }).where('id', '=', changed.id).execute()
  // What was just done is long before the sweep.
  await site.db.updateTable('enquiry_note').set({ at: WITHIN }).execute()
  await site.db
    .updateTable('audit_log')
    .set({ at: WITHIN })
    .where('subject_id', '=', changed.id)
    .where('action', '=', 'changed')
    .execute()
  await site.db.updateTable('quotation').set({ updated_at: LONG_AGO }).execute()
  await site.db
    .updateTable('enquiry')
    .set({ created_at: WITHIN })
    .where('email', '=', 'other@valves.example')
    .execute()
  expect(await sweep()).toBe(0)
  for (const { customerId } of [newer, open, ordered, noted, dated, quoted, returned, changed])
    expect(await isErased(customerId), customerId).toBe(false)
})

test('Nobody is erased where the setting is never, nor in the week after it was changed', async () => {
  const { customerId } = await createCustomer()
  await setRetention('36', '2030-06-02T00:00:00.000Z')
  await setRetention('24', '2030-06-08T12:00:00.001Z')
  expect(await sweep()).toBe(0)
  await setRetention('never', '2030-06-09T00:00:00.000Z')
  expect(await sweep(new Date('2030-07-30T00:00:00.000Z'))).toBe(0)
  expect(await isErased(customerId)).toBe(false)
  await setRetention('24', '2030-08-01T00:00:00.000Z')
  expect(await sweep(new Date('2030-08-08T00:00:00.000Z'))).toBe(0)
  expect(await sweep(new Date('2030-08-08T00:00:00.001Z'))).toBeGreaterThan(0)
  expect(await isErased(customerId)).toBe(true)
})
