import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  countEnquiries,
  countEnquiriesBy,
  countLacking,
  countWaiting,
  readAskedAbout,
  readFigures,
} from '#server/dashboard/store.ts'
import { isOnPostgres } from '../support/engine.ts'
import { jpeg, jsonBody, MACHINE_FIELDS, startSite, type TestSite } from '../support/site.ts'
import { accepted, createMachine, createService, createSpare, type Json, type Staff } from './requests.ts'

let site: TestSite
let staff: Staff
beforeEach(async () => {
  site = await startSite()
  staff = await site.signIn('owner')
})
afterEach(() => site.close())

const PERSON = { firstName: 'Meera', lastName: 'Raghavan', phone: '+91 98400 12345', message: 'A question.' }
let people = 0
/** An enquiry that came at this moment, of somebody new. */
async function enquiry(
  more: { at?: string; status?: string; dueOn?: string; [field: string]: unknown } = {},
) {
  const { at, status, dueOn, ...fields } = more
  const body = { ...PERSON, email: `${++people}@valves.example`, phone: `98400${10000 + people}`, ...fields }
  const { id } = await (await site.fetch('/api/enquiries', jsonBody('POST', body))).json()
  const changes = {
    ...(at && { created_at: at }),
    ...(status && { status }),
    ...(dueOn && { next_action_on: dueOn }),
  }
  if (Object.keys(changes).length > 0)
    await site.db.updateTable('enquiry').set(changes).where('id', '=', id).execute()
  return id as string
}
const dashboard = (): Promise<Json> => accepted(staff('/api/dashboard'))
/** The moment these days before now. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
/** Today where the office is. */
const today = (days = 0) => new Date(Date.now() + 330 * 60_000 + days * 86_400_000).toISOString().slice(0, 10)

test('a new site answers with nothing but noughts, and all twelve months', async () => {
  const { months, services, statuses, lacking, ...rest } = await dashboard()
  expect(rest).toEqual({
    totalProducts: 0,
    newCustomers: 0,
    serviceRequests: 0,
    askedAbout: [],
    searchMisses: [],
    waiting: { due: 0, unanswered: 0 },
  })
  expect(months).toHaveLength(12)
  expect(months.at(-1).month).toBe(today().slice(0, 7))
  expect(services.map(({ label }: Json) => label)).toEqual([
    'Capstan Lathe Machines',
    'Installation Services',
    'Maintenance & Support',
    'Custom Machining',
    'General Inquiry',
  ])
  expect(statuses.map(({ status }: Json) => status)).toEqual(['new', 'contacted', 'quoted', 'won', 'lost'])
  for (const { enquiries } of [...months, ...services, ...statuses]) expect(enquiries).toBe(0)
  expect(lacking.map(({ kind }: Json) => kind)).toEqual(['machine', 'spare', 'service'])
})

describe('enquiries by month', () => {
  const [year = 0, month = 0] = today().split('-').map(Number)
  /** Half past six in the evening in Greenwich is midnight in India. */
  const midnight = (ofYear: number) => Date.UTC(ofYear, month - 1, 1) - 330 * 60_000

  test("begin with India's midnight, not with Greenwich's", async () => {
    await enquiry({ at: new Date(midnight(year)).toISOString() })
    await enquiry({ at: new Date(midnight(year) - 1).toISOString() })
    const { months } = await dashboard()
    expect(months.slice(-2).map(({ enquiries }: Json) => enquiries)).toEqual([1, 1])
  })

  test('stand beside those of the same month a year before', async () => {
    await enquiry({ at: new Date(midnight(year - 1)).toISOString() })
    await enquiry({ at: new Date(midnight(year - 1) + 1).toISOString() })
    await enquiry()
    const { months } = await dashboard()
    expect(months.at(-1)).toMatchObject({ enquiries: 1, yearBefore: 2 })
    await enquiry({ at: ago(800) })
    expect(await dashboard()).toMatchObject({ months })
  })
})

test('enquiries of the last 12 months are counted by service and by status', async () => {
  await enquiry({ service: 'maintenance' })
  await enquiry({ service: 'maintenance', status: 'won' })
  await enquiry({ service: '', status: 'quoted' })
  await enquiry({ service: 'general', at: ago(366) })
  const { services, statuses } = await dashboard()
  const asked = services.filter(({ enquiries }: Json) => enquiries > 0)
  expect(asked).toEqual([
    { service: 'maintenance', label: 'Maintenance & Support', enquiries: 2 },
    { service: '', label: 'No service chosen', enquiries: 1 },
  ])
  expect(statuses.map(({ enquiries }: Json) => enquiries)).toEqual([1, 0, 1, 1, 0])
})

test('the eight items most asked about are named, of the last 12 months only', async () => {
  const machine = await createMachine(staff)
  const others = await Promise.all(
    Array.from({ length: 9 }, (_, index) => createSpare(staff, { name: `Collet ${index}` })),
  )
  for (const { id } of others) await enquiry({ item: id })
  for (let count = 0; count < 3; count++) await enquiry({ item: machine.id })
  for (let count = 0; count < 5; count++) await enquiry({ item: others[0].id, at: ago(400) })
  const { askedAbout } = await dashboard()
  expect(askedAbout).toHaveLength(8)
  expect(askedAbout[0]).toEqual({ id: machine.id, kind: 'machine', name: machine.name, enquiries: 3 })
  expect(askedAbout.slice(1)).toEqual(
    Array(7).fill({
      id: expect.any(String),
      kind: 'spare',
      name: expect.stringMatching(/^Collet \d$/),
      enquiries: 1,
    }),
  )
})

test('what items on offer lack is counted by kind', async () => {
  const priced = { ...MACHINE_FIELDS, price: '1500000' }
  await createMachine(staff, priced, [await jpeg(1)])
  await createMachine(staff, { name: 'CL 40' })
  const hidden = await createSpare(staff)
  await createService(staff)
  // Forms refuse so few; what came in another way is counted.
  await site.db
    .updateTable('item')
    .set({ specifications_json: JSON.stringify([['Note "],[" here', 'a "],["b']]) })
    .where('kind', '=', 'service')
    .execute()
  const lacking = async () => (await dashboard()).lacking
  expect(await lacking()).toEqual([
    { kind: 'machine', picture: 1, price: 1, specifications: 0 },
    { kind: 'spare', picture: 1, price: 1, specifications: 0 },
    { kind: 'service', picture: 1, price: null, specifications: 1 },
  ])
  await site.db
    .updateTable('item')
    .set({ hidden_at: ago(0) })
    .where('id', '=', hidden.id)
    .execute()
  expect((await lacking())[1]).toEqual({ kind: 'spare', picture: 0, price: 0, specifications: 0 })
  expect(await dashboard()).toMatchObject({ totalProducts: 3 })
})

test('enquiries wait when they are due today, or new for more than a day', async () => {
  await enquiry({ dueOn: today() })
  await enquiry({ dueOn: today(-30), status: 'contacted' })
  await enquiry({ dueOn: today(1) })
  await enquiry({ dueOn: today(-1), status: 'won' })
  await enquiry({ dueOn: today(-1), status: 'lost' })
  expect((await dashboard()).waiting).toEqual({ due: 2, unanswered: 0 })
  await enquiry({ at: ago(1.01) })
  await enquiry({ at: ago(3), status: 'contacted' })
  expect((await dashboard()).waiting).toEqual({ due: 2, unanswered: 1 })
})

test('[API-9] a stranger learns none of it', async () => {
  expect((await site.fetch('/api/dashboard')).status).toBe(401)
})

test.skipIf(isOnPostgres)('every figure comes from an index that holds all it needs', async () => {
  const asked: RootOperationNode[] = []
  const watched = site.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const since = ago(365)
  await readFigures(watched, since)
  await countEnquiries(watched, { from: since, to: ago(0) })
  await countEnquiriesBy(watched, 'service', since)
  await countEnquiriesBy(watched, 'status', since)
  await readAskedAbout(watched, since)
  await countLacking(watched)
  await countWaiting(watched, { day: today(), before: ago(1) })
  const plans = await Promise.all(asked.map(planOf))
  expect(plans).toHaveLength(13)
  for (const step of plans.flat().filter((text) => /^(SCAN|SEARCH) (item|enquiry|customer)\b/.test(text))) {
    expect(step).toMatch(/USING COVERING INDEX|^SEARCH item USING INDEX sqlite_autoindex/)
  }
})

/** What SQLite is going to do for this query, step by step. */
async function planOf(node: RootOperationNode): Promise<string[]> {
  const { sql, parameters } = site.db.getExecutor().compileQuery(node, createQueryId())
  const { rows } = await site.db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
  return (rows as { detail: string }[]).map(({ detail }) => detail)
}
