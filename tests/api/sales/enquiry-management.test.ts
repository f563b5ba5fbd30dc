import { beforeAll, describe, expect, test } from 'vitest'
import { ENQUIRY_SORTS } from '#contracts/catalogue/sort.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { findRows, setRows, snapshotData } from '../../support/db-snapshot.ts'
import { ENQUIRY_FIELDS, enterEnquiry } from '../../support/fixtures/enquiries.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: owner } = startSiteOnce('owner')
let priya: SiteFetch
let machine: Json
beforeAll(async () => {
  priya = await site.signIn('sales')
  machine = await createMachine(owner)
})

const createEnquiry = (body: object = {}) =>
  enterEnquiry(priya, { ...ENQUIRY_FIELDS, status: 'new', ...body })
const list = (query: string): Promise<Json[]> => expectOk(priya(`/api/enquiries?${query}`))
const ids = async (query: string) => (await list(query)).map(({ id }) => id)
const updateEnquiry = (id: string, body: object, staff = priya) =>
  staff(`/api/enquiries/${id}`, jsonBody('PATCH', body))
const addNote = (id: string, text: unknown) => priya(`/api/enquiries/${id}/notes`, jsonBody('POST', { text }))
const getStaffId = async (name: string): Promise<string> =>
  (await expectOk(priya('/api/staff'))).find((member: Json) => member.name === name).id
const getAuditLog = (id: string) =>
  site.db
    .selectFrom('audit_log')
    .select(['action', 'detail', 'by_name', 'subject_name'])
    .where('subject_id', '=', id)
    .orderBy('at')
    .execute()

describe('Changes and notes of an enquiry', () => {
  test('Staff change status, owner and follow-up date of an enquiry, and the audit log records each change', async () => {
    const { id } = await createEnquiry()
    const ownerId = await getStaffId('sales2')
    site.advanceClock(1)
    expect(await expectOk(updateEnquiry(id, { status: 'contacted', revision: 1 }))).toMatchObject({
      id,
      status: 'contacted',
      revision: 2,
    })
    site.advanceClock(1)
    const changed = await expectOk(updateEnquiry(id, { ownerId, nextActionOn: '2026-12-01', revision: 2 }))
    expect(changed).toMatchObject({
      owner: { id: ownerId, name: 'sales2' },
      nextActionOn: '2026-12-01',
      revision: 3,
    })
    expect(await list('')).toContainEqual(changed)
    site.advanceClock(1)
    expect(await expectOk(updateEnquiry(id, { ownerId: null, nextActionOn: null }))).toMatchObject({
      owner: null,
      nextActionOn: null,
      status: 'contacted',
    })
    expect(await getAuditLog(id)).toMatchObject([
      { action: 'created', subject_name: 'Meera Raghavan' },
      { action: 'changed', detail: 'New → Contacted', by_name: 'sales2' },
      { action: 'changed', detail: 'in charge none → sales2, follow-up date none → 1 Dec 2026' },
      { action: 'changed', detail: 'in charge sales2 → none, follow-up date 1 Dec 2026 → none' },
    ])
  })

  test('A change of an enquiry to its present values adds no revision and no audit log entry', async () => {
    const { id } = await createEnquiry()
    expect(await expectOk(updateEnquiry(id, { status: 'new', ownerId: null }))).toMatchObject({ revision: 1 })
    expect(await getAuditLog(id)).toHaveLength(1)
  })

  test('A change of an older revision of an enquiry returns 409 with the last change', async () => {
    const { id } = await createEnquiry()
    await expectOk(updateEnquiry(id, { status: 'quoted', revision: 1 }, owner))
    const message = await expectProblem(updateEnquiry(id, { status: 'lost', revision: 1 }), 409)
    expect(message).toContain('owner1')
    expect(message).toContain('New → Quoted')
    expect(await list(`search=bearing`)).toContainEqual(expect.objectContaining({ id, status: 'quoted' }))
    await expectOk(updateEnquiry(id, { status: 'lost', revision: 2 }))
  })

  test('One of two simultaneous changes of an enquiry returns 409', async () => {
    const { id } = await createEnquiry()
    const replies = await Promise.all(
      ['won', 'lost'].map((status) => updateEnquiry(id, { status, revision: 1 })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    [{ status: 'gone' }],
    [{ ownerId: 'unknown-account' }],
    [{ nextActionOn: '2026-02-30' }],
    [{ nextActionOn: '0026-11-21' }],
    [{ nextActionOn: 'tomorrow' }],
    [{ revision: 'one' }],
  ])('The change %j of an enquiry returns 400 and changes nothing', async (body) => {
    const { id } = await createEnquiry()
    const before = await snapshotData(site)
    await expectProblem(updateEnquiry(id, body), 400)
    expect(await snapshotData(site)).toEqual(before)
  })

  test('Notes of an enquiry are counted and recorded in the audit log', async () => {
    const { id } = await createEnquiry()
    expect((await addNote(id, ' Will call on Monday. ')).status).toBe(201)
    expect((await addNote(id, 'x'.repeat(5000))).status).toBe(201)
    expect((await list('')).find((enquiry) => enquiry.id === id)).toMatchObject({ notes: 2, revision: 1 })
    expect((await getAuditLog(id)).map(({ action }) => action)).toEqual(['created', 'noted', 'noted'])
  })

  test.each(['', '   ', 'x'.repeat(5001), 5, undefined])(
    'The note %j of an enquiry returns 400',
    async (text) => {
      const { id } = await createEnquiry()
      await expectProblem(addNote(id, text), 400)
      expect(await findRows(site, 'enquiry_note', { enquiry_id: id })).toEqual([])
    },
  )

  test('A change or note of an unknown enquiry returns 404', async () => {
    expect(await expectProblem(updateEnquiry('unknown', { status: 'won' }), 404)).toBe('Enquiry not found')
    expect(await expectProblem(addNote('unknown', 'text'), 404)).toBe('Enquiry not found')
  })
})

describe('Enquiries that staff enter', () => {
  test('An enquiry with a phone number alone and a later one with phone and email belong to one customer', async () => {
    const phone = '090000 11111'
    const { id, customerId } = await createEnquiry({ firstName: 'Senthil', lastName: '', email: '', phone })
    expect((await list('search=Senthil'))[0]).toMatchObject({ id, customer: { email: '', phone } })
    const both = await createEnquiry({
      firstName: 'Senthil',
      email: 'senthil@gears.example',
      phone: '+91 90000 11111',
    })
    expect(both.customerId).toBe(customerId)
    const later = await createEnquiry({ firstName: 'Senthil', email: 'SENTHIL@gears.example', phone: '' })
    expect(later.customerId).toBe(customerId)
  })

  test('Two enquiries without an email address and with different phone numbers belong to two customers', async () => {
    const one = await createEnquiry({ email: '', phone: '+91 90000 22222' })
    const other = await createEnquiry({ email: '', phone: '+91 90000 33333' })
    expect(one.customerId).not.toBe(other.customerId)
  })

  test('An enquiry that staff enter has the status contacted by default', async () => {
    const { id } = await createEnquiry({ status: undefined, message: 'Called about collets.' })
    expect(await list('search=about collets')).toMatchObject([{ id, status: 'contacted' }])
  })

  test('Sending an enquiry by staff twice with one request key stores it once', async () => {
    const first = await createEnquiry({ requestKey: 'staff-1' })
    expect(await createEnquiry({ requestKey: 'staff-1' })).toEqual(first)
    expect(await getAuditLog(first.id)).toHaveLength(1)
  })

  test('Staff can enter 25 enquiries without reaching a rate limit', async () => {
    for (let count = 0; count < 25; count++) await createEnquiry({ message: `Call ${count}` })
  })

  test.each([
    { email: '', phone: '' },
    { email: 'no address' },
    { firstName: ' ' },
    { message: '' },
    { status: 'won' },
    { service: 'unknown' },
    { phone: '1'.repeat(41) },
  ])('Entering an enquiry with %j returns 400 and stores nothing', async (body) => {
    const before = await snapshotData(site)
    await expectProblem(
      priya('/api/enquiries/by-staff', jsonBody('POST', { ...ENQUIRY_FIELDS, ...body })),
      400,
    )
    expect(await snapshotData(site)).toEqual(before)
  })
})

describe('Filters of the list of enquiries', () => {
  let mine: string
  let item: string
  let plain: string
  beforeAll(async () => {
    const ownerId = await getStaffId('owner1')
    const add = async (firstName: string, digits: string, fields: object): Promise<string> => {
      const email = `${firstName.toLowerCase()}@find.example`
      return (await createEnquiry({ firstName, email, phone: `+91 97777 ${digits}`, ...fields })).id
    }
    mine = await add('Zubin', '12121', { message: 'Émery wheel' })
    item = await add('Zara', '34343', { message: 'Price?', item: machine.id })
    plain = await add('Zoya', '56565', { message: '100% "quoted" * OR' })
    await expectOk(updateEnquiry(mine, { ownerId, nextActionOn: '2020-01-01' }))
    await expectOk(updateEnquiry(item, { status: 'won', ownerId, nextActionOn: '2020-01-01' }))
    await expectOk(updateEnquiry(plain, { nextActionOn: '2100-01-01' }))
  })

  test.each([
    ['search=ZUBIN', () => [mine]],
    ['search=zubin@find', () => [mine]],
    ['search=emery', () => [mine]],
    ['search=97777-12121', () => [mine]],
    ['search=097777 12121', () => [mine]],
    ['search=%2B91 97777 12121', () => [mine]],
    [`search=${encodeURIComponent('100% "quoted" * or')}`, () => [plain]],
    ['search=Zara', () => [item]],
    ['search=capstan lathe', () => [item]],
    ['search=zz-nothing', () => []],
    ['search=find.example', () => [plain, item, mine]],
    ['search=find.example&limit=1&offset=1', () => [item]],
    ['search=find.example&status=won', () => [item]],
    ['search=find.example&owner=none', () => [plain]],
    ['search=find.example&due=true', () => [mine]],
    ['due=true', () => [mine]],
  ])('The filter %s finds the matching enquiries', async (query, expected) => {
    expect((await ids(query)).sort()).toEqual(expected().sort())
  })

  test('Enquiries are found by two characters, by owner and by customer', async () => {
    expect(await ids('search=zu')).toContain(mine)
    const ownerId = await getStaffId('owner1')
    expect((await ids(`owner=${ownerId}`)).sort()).toEqual([mine, item].sort())
    const [{ customer }] = (await list('search=Zoya')) as [Json]
    expect(await ids(`customer=${customer.id}`)).toEqual([plain])
  })

  test('The filter unanswered finds new enquiries that are more than 24 hours old, alone and with a search', async () => {
    const unanswered = (await createEnquiry({ firstName: 'Yamini', email: 'yamini@unanswered.example' })).id
    const contacted = (await createEnquiry({ firstName: 'Yogesh', email: 'yogesh@unanswered.example' })).id
    await expectOk(updateEnquiry(contacted, { status: 'contacted' }))
    const [{ createdAt }] = (await list('limit=1')) as [Json]
    const setAge = (id: string, hours: number) => {
      const created_at = new Date(Date.parse(createdAt) - hours * 3_600_000).toISOString()
      return setRows(site, 'enquiry', { id }, { created_at })
    }
    await setAge(unanswered, 23.9)
    expect(await ids('unanswered=true')).toEqual([])
    await setAge(unanswered, 24.1)
    await setAge(contacted, 24.1)
    expect(await ids('unanswered=true')).toEqual([unanswered])
    expect(await ids('unanswered=true&search=unanswered.example')).toEqual([unanswered])
    expect(await ids('unanswered=true&search=zubin')).toEqual([])
    expect(await ids('unanswered=false&search=unanswered.example')).toHaveLength(2)
    await updateEnquiry(contacted, { status: 'new' })
    await setAge(contacted, 30)
    expect(await ids('unanswered=true'), 'the oldest first').toEqual([contacted, unanswered])
  })

  test('Enquiries are sorted by every column in both directions, and those without a value are last in both', async () => {
    const people = [
      { firstName: 'ücel', service: 'maintenance', status: 'contacted', nextActionOn: '2026-12-05' },
      { firstName: 'Bala', service: 'general', status: 'won', nextActionOn: '2026-11-01', owner: 'sales2' },
      { firstName: 'asha', item: machine.id, status: 'new', owner: 'owner1' },
      { firstName: 'Deepa', status: 'quoted', nextActionOn: '2026-12-04' },
    ]
    const namesById = new Map<string, string>()
    for (const { firstName, service = '', item: itemKey, status, nextActionOn, owner: name } of people) {
      const { id } = await createEnquiry({
        firstName,
        service,
        item: itemKey,
        email: `${namesById.size}@sorted.example`,
        phone: `9333300${namesById.size}11`,
      })
      const ownerId = name && (await getStaffId(name))
      await expectOk(updateEnquiry(id, { status, nextActionOn, ownerId }))
      namesById.set(id, firstName)
      site.advanceClock(1)
    }
    const getOrder = async (query: string) =>
      (await ids(`search=sorted.example&${query}`)).map((id) => namesById.get(id)).join(' ')
    // The machine is a capstan lathe, before 'General Inquiry' and 'Maintenance & Support'.
    const orders = {
      received: 'ücel Bala asha Deepa',
      customer: 'asha Bala Deepa ücel',
      subject: 'asha Bala ücel Deepa',
      status: 'asha ücel Deepa Bala',
      nextStep: 'Deepa ücel asha Bala',
      owner: 'asha Bala Deepa ücel',
    }
    const reversed = {
      received: 'Deepa asha Bala ücel',
      customer: 'ücel Deepa Bala asha',
      subject: 'ücel Bala asha Deepa',
      status: 'Bala Deepa ücel asha',
      nextStep: 'ücel Deepa asha Bala',
      owner: 'Bala asha Deepa ücel',
    }
    for (const sort of ENQUIRY_SORTS) {
      expect(await getOrder(`sort=${sort}&order=asc`), sort).toBe(orders[sort])
      expect(await getOrder(`sort=${sort}&order=desc`), sort).toBe(reversed[sort])
    }
    expect(await getOrder('')).toBe(reversed.received)
    expect(await getOrder('sort=customer&limit=2&offset=1')).toBe('Bala Deepa')
    expect(await ids('sort=nextStep&limit=3')).toHaveLength(3)
  })

  test('X-Total-Count is the number of all matching enquiries', async () => {
    const reply = await priya('/api/enquiries?search=find.example&limit=1')
    expect(reply.headers.get('x-total-count')).toBe('3')
  })

  test.each([
    'status=gone',
    'due=yes',
    'unanswered=yes',
    'sort=phone',
    'order=up',
    `search=${'x'.repeat(201)}`,
  ])('The filter %s of enquiries returns 400', async (query) => {
    await expectProblem(priya(`/api/enquiries?${query}`), 400)
  })

  test('The counts of enquiries by status agree with the lists', async () => {
    const counts = await expectOk(priya('/api/enquiries/counts'))
    for (const status of ENQUIRY_STATUSES) {
      const reply = await priya(`/api/enquiries?status=${status}`)
      expect(counts[status], status).toBe(Number(reply.headers.get('x-total-count')))
    }
    expect(counts.due).toBe(1)
  })
})

describe('Export of enquiries', () => {
  test('The export of enquiries is a CSV file for spreadsheets, takes the filters of the list, and is in the audit log', async () => {
    await createEnquiry({
      firstName: '=cmd()',
      email: 'export@sheet.example',
      phone: '+91 96666 12345',
      message: 'Two "lines",\nplease. ₹',
      item: machine.id,
    })
    const reply = await priya('/api/enquiries.csv?search=export%40sheet')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="enquiries-\d{4}-\d\d-\d\d\.csv"; filename\*=/,
    )
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, line, ...rest] = bytes.toString().split('\r\n')
    expect(head).toMatch(/^\uFEFFReceived \(IST\),Status,First name,Last name,Email,Phone,/)
    expect(line).toContain(`,New,'=cmd(),Raghavan,export@sheet.example,'+91 96666 12345,`)
    expect(line).toContain(`,${machine.name},,"Two ""lines"",\nplease. ₹",`)
    expect(rest).toEqual([''])
    const last = await findRows(site, 'audit_log', { action: 'exported' })
    expect(last).toMatchObject([{ by_name: 'sales2', detail: '1 enquiry: by a search' }])
    expect(JSON.stringify(last)).not.toContain('sheet')
    await priya('/api/enquiries.csv?search=export%40sheet&status=new')
    const detail = '1 enquiry: New, by a search'
    expect(await findRows(site, 'audit_log', { action: 'exported', detail })).toHaveLength(1)
  })

  test('The export of several pages contains each enquiry once, newest first', async () => {
    await site.db.transaction().execute(async (transaction) => {
      const [first] = await transaction.selectFrom('enquiry').selectAll().limit(1).execute()
      for (let count = 0; count < 600; count++) {
        const id = `copy${String(count).padStart(4, '0')}`
        // Several enquiries have the same time: the order at a page boundary must still be unique.
        await transaction
          .insertInto('enquiry')
          .values({ ...first!, id, reference: id, request_key: null, created_at: '2025-01-01T00:00:00.000Z' })
          .execute()
        await transaction
          .insertInto('enquiry_search')
          .values({ enquiry_id: id, person: 'copy', message: count % 2 ? 'odd' : 'even' })
          .execute()
      }
    })
    const lines = async (query: string) =>
      (await (await priya(`/api/enquiries.csv${query}`)).text()).match(/copy\d{4}\r\n/g)!
    const all = await lines('')
    expect(all).toHaveLength(600)
    expect(new Set(all).size).toBe(600)
    expect(await lines('?search=odd')).toHaveLength(300)
  })
})
