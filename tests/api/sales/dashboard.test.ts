import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENQUIRY_STATUSES, type EnquiryStatus } from '#contracts/enquiry/status.ts'
import { createEmptyDraft } from '#server/catalogue/item/draft.ts'
import { insertItem } from '#server/catalogue/items/store.ts'
import {
  countEnquiries,
  countEnquiriesBy,
  countIncomplete,
  countPending,
  getTotals,
  listMostRequested,
} from '#server/dashboard/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { setRows } from '../../support/db-snapshot.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  MACHINE_FIELDS,
} from '../../support/fixtures/items.ts'
import { createPage, savePublication } from '../../support/fixtures/publications.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork, startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let staff: SiteFetch
startEmptiedSite(
  ['item', 'enquiry', 'customer', 'review', 'outbox', 'account', 'audit_log'],
  async (emptied) => {
    site = fromNewNetwork(emptied)
    staff = await site.signIn('owner')
  },
  BEHIND_PROXY,
)

const PERSON = { firstName: 'Meera', lastName: 'Raghavan', phone: '+91 98400 12345', message: 'A question.' }
let enquiryCount = 0
/** Stores an enquiry of a new customer and returns its id; `at` is its time of creation. */
async function createEnquiry(
  more: { at?: string; status?: EnquiryStatus; dueOn?: string; [field: string]: unknown } = {},
) {
  const { at, status, dueOn, ...fields } = more
  const body = {
    ...PERSON,
    email: `${++enquiryCount}@valves.example`,
    phone: `98400${10000 + enquiryCount}`,
    ...fields,
  }
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
const getDashboard = (): Promise<Json> => expectOk(staff('/api/dashboard'))
/** Returns the time this number of days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
/** Returns the date in India, this number of days from today. */
const today = (days = 0) => new Date(Date.now() + 330 * 60_000 + days * 86_400_000).toISOString().slice(0, 10)

test('The dashboard of a new site has only zeros, for this month and the twelve before it', async () => {
  const { months, since, services, statuses, incomplete, gettingStarted, ...rest } = await getDashboard()
  expect(rest).toEqual({
    totalProducts: 0,
    newCustomers: 0,
    serviceRequests: 0,
    mostRequested: [],
    zeroResultSearches: [],
    pending: { needsReply: 0, due: 0, unanswered: 0, reviews: 0, failedEmails: 0, backupHours: null },
  })
  expect(months).toHaveLength(13)
  expect(months.at(-1).month).toBe(today().slice(0, 7))
  expect(since).toBe(`${months[0].month}-01`)
  expect(Number(today().slice(0, 4)) - Number(since.slice(0, 4))).toBe(1)
  expect(since.slice(5, 7)).toBe(today().slice(5, 7))
  expect(services.map(({ label }: Json) => label)).toEqual([
    'Capstan Lathe Machines',
    'Installation Services',
    'Maintenance & Support',
    'Custom Machining',
    'General Inquiry',
  ])
  expect(statuses.map(({ status }: Json) => status)).toEqual(ENQUIRY_STATUSES)
  expect(gettingStarted.dismissed).toBe(false)
  expect(gettingStarted.steps.every(({ done }: Json) => !done)).toBe(true)
  for (const { enquiries } of [...months, ...services, ...statuses]) expect(enquiries).toBe(0)
  expect(incomplete.map(({ kind }: Json) => kind)).toEqual(['machine', 'spare', 'service'])
})

describe('Enquiries by month on the dashboard', () => {
  const [year = 0, month = 0] = today().split('-').map(Number)
  /** Midnight in India is 18:30 UTC of the previous day. */
  const midnight = (ofYear: number) => Date.UTC(ofYear, month - 1, 1) - 330 * 60_000

  test('Months of the dashboard begin at midnight in India', async () => {
    await createEnquiry({ at: new Date(midnight(year)).toISOString() })
    await createEnquiry({ at: new Date(midnight(year) - 1).toISOString() })
    const { months } = await getDashboard()
    expect(months.slice(-2).map(({ enquiries }: Json) => enquiries)).toEqual([1, 1])
  })

  test('The dashboard compares each month with the same month of the previous year', async () => {
    await createEnquiry({ at: new Date(midnight(year - 1)).toISOString() })
    await createEnquiry({ at: new Date(midnight(year - 1) + 1).toISOString() })
    await createEnquiry()
    const { months } = await getDashboard()
    expect(months.at(-1)).toMatchObject({ enquiries: 1, yearBefore: 2 })
    await createEnquiry({ at: daysAgo(800) })
    expect(await getDashboard()).toMatchObject({ months })
  })
})

test('The dashboard counts the enquiries by month, by service and by status from the same day on', async () => {
  await createEnquiry({ service: 'maintenance' })
  await createEnquiry({ service: 'maintenance', status: 'won' })
  await createEnquiry({ service: '', status: 'quoted' })
  const [year = 0, month = 0] = today().split('-').map(Number)
  const start = Date.UTC(year - 1, month - 1, 1) - 330 * 60_000
  await createEnquiry({ service: 'general', at: new Date(start - 1).toISOString() })
  await createEnquiry({ service: 'maintenance', status: 'won', at: new Date(start).toISOString() })
  const { months, services, statuses } = await getDashboard()
  const sum = (counts: Json[]) => counts.reduce((total, { enquiries }) => total + enquiries, 0)
  expect([months, services, statuses].map(sum)).toEqual([4, 4, 4])
  const requested = services.filter(({ enquiries }: Json) => enquiries > 0)
  expect(requested).toEqual([
    { service: 'maintenance', label: 'Maintenance & Support', enquiries: 3 },
    { service: '', label: 'Not specified', enquiries: 1 },
  ])
  expect(statuses.map(({ enquiries }: Json) => enquiries)).toEqual([1, 0, 1, 2, 0])
})

test('The dashboard names the eight items with the most enquiries since the same month a year ago', async () => {
  const machine = await createMachine(staff)
  const others = await Promise.all(
    Array.from({ length: 9 }, (_, index) => createSparePart(staff, { name: `Collet ${index}` })),
  )
  for (const { id } of others) await createEnquiry({ item: id })
  for (let count = 0; count < 3; count++) await createEnquiry({ item: machine.id })
  for (let count = 0; count < 5; count++) await createEnquiry({ item: others[0].id, at: daysAgo(400) })
  const { mostRequested } = await getDashboard()
  expect(mostRequested).toHaveLength(8)
  expect(mostRequested[0]).toEqual({ id: machine.id, kind: 'machine', name: machine.name, enquiries: 3 })
  expect(mostRequested.slice(1)).toEqual(
    Array(7).fill({
      id: expect.any(String),
      kind: 'spare',
      name: expect.stringMatching(/^Collet \d$/),
      enquiries: 1,
    }),
  )
})

test('The dashboard counts published items with missing information by kind', async () => {
  const priced = { ...MACHINE_FIELDS, price: '1500000' }
  await createMachine(staff, priced, [await createJpeg(1)])
  await createMachine(staff, { name: 'CL 40' })
  const hidden = await createSparePart(staff)
  await createService(staff)
  // Forms reject items with fewer than two specifications, so that the row is changed in the database.
  const specifications_json = JSON.stringify([['Note "],[" here', 'a "],["b']])
  await setRows(site, 'item', { kind: 'service' }, { specifications_json })
  const incomplete = async () => (await getDashboard()).incomplete
  expect(await incomplete()).toEqual([
    { kind: 'machine', picture: 1, price: 1, specifications: 0 },
    { kind: 'spare', picture: 1, price: 1, specifications: 0 },
    { kind: 'service', picture: 1, price: null, specifications: 1 },
  ])
  await setRows(site, 'item', { id: hidden.id }, { unpublished_at: daysAgo(0) })
  expect((await incomplete())[1]).toEqual({ kind: 'spare', picture: 0, price: 0, specifications: 0 })
  expect(await getDashboard()).toMatchObject({ totalProducts: 3 })
})

test('The dashboard counts enquiries that are due today, and new ones that are over 24 hours old', async () => {
  await createEnquiry({ dueOn: today() })
  await createEnquiry({ dueOn: today(-30), status: 'contacted' })
  await createEnquiry({ dueOn: today(1) })
  await createEnquiry({ dueOn: today(-1), status: 'won' })
  await createEnquiry({ dueOn: today(-1), status: 'lost' })
  expect((await getDashboard()).pending).toMatchObject({ due: 2, unanswered: 0 })
  await createEnquiry({ at: daysAgo(1.01) })
  await createEnquiry({ at: daysAgo(3), status: 'contacted' })
  expect((await getDashboard()).pending).toMatchObject({ due: 2, unanswered: 1 })
})

test.skipIf(isOnPostgres)('Every number of the dashboard is read from a covering index', async () => {
  const queries: RootOperationNode[] = []
  const recordingDb = site.db.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const since = daysAgo(365)
  await getTotals(recordingDb, since)
  await countEnquiries(recordingDb, { from: since, to: daysAgo(0) })
  await countEnquiriesBy(recordingDb, 'service', since)
  await countEnquiriesBy(recordingDb, 'status', since)
  await listMostRequested(recordingDb, since)
  await countIncomplete(recordingDb)
  await countPending(recordingDb, { day: today(), before: daysAgo(1) })
  const plans = await Promise.all(queries.map(explainQuery))
  expect(plans).toHaveLength(13)
  for (const planStep of plans
    .flat()
    .filter((text) => /^(SCAN|SEARCH) (item|enquiry|customer)\b/.test(text))) {
    expect(planStep).toMatch(/USING COVERING INDEX|^SEARCH item USING INDEX sqlite_autoindex/)
  }
})

/** Returns the steps of the query plan of SQLite. */
async function explainQuery(node: RootOperationNode): Promise<string[]> {
  const { sql, parameters } = site.db.getExecutor().compileQuery(node, createQueryId())
  const { rows } = await site.db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
  return (rows as { detail: string }[]).map(({ detail }) => detail)
}

test('The dashboard counts new enquiries, pending reviews and undelivered emails; reviews only for those who moderate them', async () => {
  await createEnquiry()
  await createEnquiry({ status: 'contacted' })
  await site.fetch('/api/reviews', jsonBody('POST', { name: 'Meera', text: 'Good machine.', rating: 5 }))
  const mail = { to_address: 'a@b.example', reply_to: null, subject: 'S', text: 'T', created_at: daysAgo(1) }
  await site.db
    .insertInto('outbox')
    .values([
      { ...mail, id: 'failed', attempts: 9, next_attempt_at: null, sent_at: null, last_error: 'Rejected' },
      {
        ...mail,
        id: 'pending',
        attempts: 1,
        next_attempt_at: daysAgo(0),
        sent_at: null,
        last_error: 'Rejected',
      },
    ])
    .execute()
  expect((await getDashboard()).pending).toMatchObject({ needsReply: 1, reviews: 1, failedEmails: 1 })
  const sales = await site.signIn('sales')
  expect((await expectOk(sales('/api/dashboard'))).pending).toMatchObject({ needsReply: 1, reviews: null })
})

describe('Steps of getting started', () => {
  beforeEach(async () => {
    site = await startSite()
    staff = await site.signIn('owner')
  })
  afterEach(() => site.close())

  const getSteps = async (fetch: SiteFetch) => {
    const { gettingStarted } = await expectOk(fetch('/api/dashboard'))
    return Object.fromEntries(gettingStarted.steps.map(({ step, done }: Json) => [step, done]))
  }

  test('The steps of getting started are done when the site has its own data', async () => {
    const backup = isOnPostgres ? 'databaseBackup' : 'backup'
    const steps = [
      'name',
      'company',
      'hours',
      'productPages',
      'notices',
      'machine',
      'mail',
      'colleague',
      backup,
    ]
    expect(await getSteps(staff)).toEqual(Object.fromEntries(steps.map((step) => [step, false])))
    await createMachine(staff)
    const { content, revision } = await expectOk(staff('/api/site-content/edited'))
    content.company.name = 'Peenya Lathes'
    content.company.email = 'sales@peenya.example'
    await expectOk(staff('/api/site-content', jsonBody('PUT', { content, revision })))
    expect(await getSteps(staff)).toMatchObject({ company: true, hours: false, machine: true })
    content.company.hours = [{ days: 'Monday to Friday', hours: '9:00 AM to 5:00 PM' }]
    await expectOk(staff('/api/site-content', jsonBody('PUT', { content, revision: revision + 1 })))
    const editor = await site.signIn('editor')
    expect(await getSteps(editor)).toEqual({
      company: true,
      hours: true,
      productPages: false,
      notices: false,
      machine: true,
    })
    expect(await getSteps(staff)).toMatchObject({ colleague: true })
    const sales = await site.signIn('sales')
    expect((await expectOk(sales('/api/dashboard'))).gettingStarted).toBeNull()
  })

  test('Legal pages are complete with a published privacy notice and no text in double square brackets on any page', async () => {
    const isDone = async () => (await getSteps(staff)).notices
    const notice = await createPage(staff, { purpose: 'privacy', title: 'Privacy notice' })
    expect(await isDone()).toBe(true)
    const terms = await createPage(staff, { summary: 'Prices are ex works [[place]].' })
    expect(await isDone()).toBe(false)
    await expectOk(savePublication(staff, terms, { summary: 'Prices are ex works Coimbatore [IS 1878].' }))
    expect(await isDone()).toBe(true)
    await expectOk(savePublication(staff, notice, { state: 'draft' }))
    expect(await isDone()).toBe(false)
  })

  test('Each account hides the steps of getting started for itself and can show them again', async () => {
    const editor = await site.signIn('editor')
    const isDismissed = async (fetch: SiteFetch) =>
      (await expectOk(fetch('/api/dashboard'))).gettingStarted.dismissed
    const dismiss = (dismissed: unknown) =>
      editor('/api/dashboard/getting-started', jsonBody('PUT', { dismissed }))
    expect(await expectOk(dismiss(true))).toEqual({ dismissed: true })
    expect([await isDismissed(editor), await isDismissed(staff)]).toEqual([true, false])
    await expectOk(dismiss(false))
    expect(await isDismissed(editor)).toBe(false)
    await expectProblem(dismiss('yes'), 400)
  })

  test('Business hours and product pages can be confirmed as right, for all accounts, and backups by owners only', async () => {
    const editor = await site.signIn('editor')
    const confirm = (fetch: SiteFetch, step: string, confirmed: boolean) =>
      fetch('/api/dashboard/step-confirmation', jsonBody('PUT', { step, confirmed }))
    await expectOk(confirm(editor, 'hours', true))
    await expectOk(confirm(editor, 'productPages', true))
    expect(await getSteps(staff)).toMatchObject({ hours: true, productPages: true })
    await expectOk(confirm(staff, 'hours', false))
    expect(await getSteps(editor)).toMatchObject({ hours: false, productPages: true })
    await expectProblem(confirm(editor, 'databaseBackup', true), 403)
    await expectProblem(confirm(staff, 'machine', true), 400)
  })

  test('The step for the first machine is open until staff add one; a machine of the demo that they changed is none', async () => {
    await inTransaction(site.db, (tx) =>
      insertItem(
        tx,
        'machine',
        { ...createEmptyDraft('machine'), name: 'CL 40', description: 'Demo' },
        { at: daysAgo(1), isDemo: true },
      ),
    )
    const [demo] = await expectOk(site.fetch('/api/products'))
    await expectOk(staff(`/api/products/${demo.id}`, jsonBody('PUT', { featured: true })))
    await site.db.updateTable('item').set({ is_demo: 0 }).execute()
    expect(await getSteps(staff)).toMatchObject({ machine: false })
    await createMachine(staff)
    expect(await getSteps(staff)).toMatchObject({ machine: true })
  })

  test('The step for the name is done when an owner has changed the name under Your account', async () => {
    expect(await getSteps(staff)).toMatchObject({ name: false })
    expect((await staff('/api/account', jsonBody('PATCH', { username: ' Kala Raman ' }))).status).toBe(204)
    expect(await expectOk(staff('/api/account'))).toMatchObject({ username: 'Kala Raman' })
    expect(await getSteps(staff)).toMatchObject({ name: true })
    await expectProblem(staff('/api/account', jsonBody('PATCH', { username: ' ' })), 400)
    const sales = await site.signIn('sales')
    expect((await sales('/api/account', jsonBody('PATCH', { username: 'Ravi', role: 'owner' }))).status).toBe(
      204,
    )
    expect(await expectOk(sales('/api/account'))).toMatchObject({ username: 'Ravi', role: 'sales' })
  })

  test('Owners say that PostgreSQL is backed up, for all owners; SQLite is checked by the site', async () => {
    const confirm = (fetch: SiteFetch, confirmed: unknown) =>
      fetch('/api/dashboard/step-confirmation', jsonBody('PUT', { step: 'databaseBackup', confirmed }))
    if (!isOnPostgres) {
      await expectProblem(confirm(staff, true), 409)
      return
    }
    await expectProblem(confirm(staff, 'yes'), 400)
    expect(await expectOk(confirm(staff, true))).toEqual({ step: 'databaseBackup', confirmed: true })
    const other = await site.signIn('owner')
    expect(await getSteps(other)).toMatchObject({ databaseBackup: true })
    await expectOk(confirm(other, false))
    expect(await getSteps(staff)).toMatchObject({ databaseBackup: false })
  })
})
