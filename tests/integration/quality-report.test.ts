import { expect, test } from 'vitest'
import { createReportReader } from '#server/catalogue/quality/report-reader.ts'
import { Events } from '#server/kernel/events.ts'
import { createItemPlan, insertItems } from '../support/fixtures/bulk-items.ts'
import { startSite } from '../support/site.ts'

test('The quality of a large catalogue is checked in a process of its own, and after a change at most once a minute', async () => {
  const site = await startSite()
  await insertItems(site, [createItemPlan('spare', { name: 'Belt' })])
  const events = new Events()
  const reader = createReportReader({
    events,
    lists: { isLarge: async () => true, getDb: async () => site.db },
    databaseSettings: { dataDir: site.dataDir, databaseUrl: site.environment.DATABASE_URL },
    signal: new AbortController().signal,
  })
  const [first, second] = await Promise.all([reader.get(), reader.get()])
  expect(second).toBe(first)
  expect(first).toMatchObject({ items: 1, findings: expect.any(Array) })

  await insertItems(site, [createItemPlan('spare', { name: 'Bush' })])
  events.emit('content-changed')
  expect(await reader.get()).toBe(first)
  reader.forget()
  expect(await reader.get()).toMatchObject({ items: 2 })
  await site.close()
})
