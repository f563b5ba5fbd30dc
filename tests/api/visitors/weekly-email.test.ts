import { beforeEach, expect, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { queueMail } from '#server/mail/store.ts'
import { VisitRecorder } from '#server/visitors/visit-recorder.ts'
import { sendWeeklyFigures } from '#server/visitors/weekly-email.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site } = startSiteOnce('owner')

const PUBLIC_URL = 'https://works.example' satisfies Config['publicUrl']
/** 07:00 in India. */
const MONDAY = new Date('2030-06-17T01:30:00.000Z')
const OWNERS = [
  { id: 'a', email: 'a@works.example' },
  { id: 'b', email: 'b@works.example' },
]

/** What the outbox has. */
const listSent = () =>
  site.db.selectFrom('outbox').select(['to_address', 'subject', 'text']).orderBy('to_address').execute()
const send = (now: Date, isWanted = true) =>
  sendWeeklyFigures({
    db: site.db,
    reader: site.db,
    clock: () => now,
    publicUrl: PUBLIC_URL,
    isWanted: async () => isWanted,
    listOwners: async () => OWNERS,
    sendMail: queueMail,
  })

async function visit(at: string, count: number): Promise<void> {
  const recorder = new VisitRecorder({ db: site.db, clock: () => new Date(at) })
  for (let number = 0; number < count; number++)
    await recorder.count({ ip: `10.0.0.${number}`, headers: { 'user-agent': 'Browser' } }, [
      { kind: 'visit', name: '' },
    ])
  await recorder.count({ ip: '10.0.0.0', headers: { 'user-agent': 'Browser' } }, [
    { kind: 'enquiry', name: '' },
  ])
  await recorder.flush()
}

beforeEach(async () => {
  await site.db.deleteFrom('outbox').execute()
  await site.db.deleteFrom('visitor_event').execute()
  await site.db.deleteFrom('visitor_figure').execute()
})

test('From Monday 07:00 on every owner gets five numbers of the week before, and what visitors did not find', async () => {
  await visit('2030-06-09T12:00:00.000Z', 2)
  await visit('2030-06-10T12:00:00.000Z', 3)
  await visit('2030-06-16T18:29:00.000Z', 4)
  await visit('2030-06-16T18:30:00.000Z', 9)
  const misses = [
    { term: 'hydraulic steady', count: 14, last_at: '2030-06-12T00:00:00.000Z' },
    { term: 'pelton wheel', count: 30, last_at: '2030-06-01T00:00:00.000Z' },
  ]
  await site.db.insertInto('zero_result_search').values(misses).execute()
  await send(new Date(MONDAY.getTime() - 1))
  expect((await listSent())[0]!.subject).toBe('Your website last week: 2 visits, 1 with an enquiry')
  await site.db.deleteFrom('outbox').execute()
  await send(MONDAY)
  const sent = await listSent()
  expect(sent.map(({ to_address }) => to_address)).toEqual(['a@works.example', 'b@works.example'])
  const { subject, text } = sent[0]!
  expect(subject).toBe('Your website last week: 7 visits, 2 with an enquiry')
  expect(text).toContain('10 Jun 2030 to 16 Jun 2030')
  for (const line of [
    ...['Visits: 7 (2)', 'Looked at an item: 0 (0)', 'Sent an enquiry: 2 (1)'],
    ...['Quotations sent: 0 (0)', 'Orders: 0 (0)', 'https://works.example/admin/visitors'],
    '- ‘hydraulic steady’ was searched without a result, 14 times so far.',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain('pelton wheel')
})

test('Of one week every owner gets one email, however often the job runs', async () => {
  await visit('2030-06-12T12:00:00.000Z', 1)
  await send(MONDAY)
  await send(new Date(MONDAY.getTime() + 5 * 86_400_000))
  expect(await listSent()).toHaveLength(2)
  await visit('2030-06-19T12:00:00.000Z', 1)
  await send(new Date(MONDAY.getTime() + 7 * 86_400_000))
  expect(await listSent()).toHaveLength(4)
})

test('Without a visit, or with the setting off, no email is sent', async () => {
  await send(MONDAY)
  expect(await listSent()).toHaveLength(0)
  await visit('2030-06-12T12:00:00.000Z', 1)
  await send(MONDAY, false)
  expect(await listSent()).toHaveLength(0)
})
