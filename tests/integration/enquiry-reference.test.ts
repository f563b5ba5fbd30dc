import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { insertEnquiry } from '#server/sales/enquiries/store.ts'
import { ENQUIRY_FIELDS } from '../support/fixtures/enquiries.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Stores an enquiry for which these references are drawn, the first one first. */
const store = (...references: string[]) =>
  inTransaction(site.db, (tx) =>
    insertEnquiry(tx, {
      enquiry: ENQUIRY_FIELDS,
      at: '2026-11-23T10:00:00.000Z',
      nextReference: () => references.shift() ?? 'none',
    }),
  )

test('An enquiry gets another reference when the first one is taken', async () => {
  expect((await store('E-261123-AAAA')).reference).toBe('E-261123-AAAA')
  expect((await store('E-261123-AAAA', 'E-261123-AAAA', 'E-261123-BBBB')).reference).toBe('E-261123-BBBB')
  const stored = await site.db.selectFrom('enquiry').select('reference').orderBy('reference').execute()
  expect(stored.map(({ reference }) => reference)).toEqual(['E-261123-AAAA', 'E-261123-BBBB'])
})
