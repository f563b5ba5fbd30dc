import { hash } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { TABLES } from '#server/database/tables.ts'
import { createAccount, createApiKey, createSessionCookie, enableTotp, login } from './accounts.ts'
import { uploadAttachment } from './attachments.ts'
import { addDocument } from './documents.ts'
import { ENQUIRY_FIELDS } from './enquiries.ts'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from './http-client.ts'
import { createJpeg, createMachine, createService, createSparePart } from './items.ts'
import { createIssuedQuotation } from './quotations.ts'
import { startSite, type TestSite } from './site.ts'

/** The PUBLIC_URL of the sites in these tests; their ports differ. */
export const PUBLIC_URL = 'http://works.example'

/** Creates a site with rows in every table in this folder and stops it. Returns the cookies, keys and links of its users. */
export async function createFullDataFolder(path: string) {
  const site = await startSite({ DATA_DIR: path, PUBLIC_URL })
  const cookie = await createSessionCookie(site, 'owner')
  const staff = createCookieFetch(site, cookie)
  const lathe = await createMachine(staff, { price: '1250000.50', name: 'Läthe “25” ✓' }, [
    await createJpeg(1),
    await createJpeg(2),
  ])
  await createMachine(
    staff,
    { name: 'Turret lathe', specifications: '{"Bar capacity":"25.4 mm","Drive":"geared"}' },
    [await createJpeg(3, 500, 300)],
  )
  await addDocument(staff, lathe.id)
  await createSparePart(staff, {}, [await createJpeg(4, 400, 300)])
  await createService(staff)
  await expectOk(staff(`/api/products/${lathe.id}`, formBody('PUT', { name: 'Läthe 25, improved' })))
  const account = await createAccount(site, 'kala@works.example', 'sales')
  const kala = createCookieFetch(site, (await login(site, account)).headers.getSetCookie()[0]!.split(';')[0]!)
  const { secret } = await enableTotp(kala, account.password)
  const { secret: apiKey } = await createApiKey(site, staff, ['catalogue.edit'])
  for (const firstName of ['Meera', 'Ravi']) {
    const drawing = await uploadAttachment(site, `${firstName}.pdf`)
    const contents = { lines: [{ item: lathe.id }], attachments: [drawing.id] }
    await site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY_FIELDS, firstName, ...contents }))
  }
  const [{ id }]: Json = await expectOk(staff('/api/enquiries'))
  await staff(`/api/enquiries/${id}/notes`, jsonBody('POST', { text: 'Rang back.\nWants two.' }))
  const quotation = await createIssuedQuotation(staff, { enquiry: id })
  const quotationPdf = await staff(`/api/quotations/${quotation.id}.pdf`)
  const quotationHash = hash('sha256', Buffer.from(await quotationPdf.arrayBuffer()))
  await site.fetch('/api/reviews', jsonBody('POST', { text: 'Runs true.', rating: 5 }))
  await login(site, { email: 'kala@works.example', password: 'a wrong guess' })
  await insertRemainingRows(site)
  await site.close()
  return { folder: path, cookie, secondFactor: { ...account, secret }, apiKey, quotationHash }
}

/** Inserts an import that was read. */
async function insertImport(db: Db, at: string): Promise<void> {
  await db
    .insertInto('item_import')
    .values({
      id: 'a'.repeat(32),
      state: 'ready',
      created_at: at,
      by_name: 'Meera',
      file_name: 'parts.csv',
      bytes: 120,
      has_file: 1,
      sheets_json: '[]',
      columns_json: '[]',
      choices_json: '{}',
      options_json: '{}',
      rows_done: 1,
      rows_total: 1,
      error: '',
    })
    .execute()
  await db
    .insertInto('item_import_row')
    .values({
      import_id: 'a'.repeat(32),
      position: 0,
      sheet: 'parts',
      row_number: 2,
      state: 'created',
      result: '',
      kind: 'spare',
      name: 'Belt "A"',
      values_json: '{}',
      changes_json: '[]',
      problems_json: '[]',
    })
    .execute()
  await db
    .insertInto('item_import_mapping')
    .values({ header: 'x', kind: null, targets_json: '[]', updated_at: at })
    .execute()
}

/** Inserts rows that need a mail server, a zero-result search or an older version. */
async function insertRemainingRows({ db }: TestSite): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const item = await db.selectFrom('item').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('account_token')
    .values({ secret_hash: 'x', account_id: account.id, purpose: 'reset', created_at: at, expires_at: at })
    .execute()
  await db
    .insertInto('site_content')
    .values({ id: 1, content_json: '{}', updated_at: at })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('site_content_revision')
    .values({ revision: 1, at, by_name: 'Meera', content_json: '{}' })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('site_content_draft')
    .values({ account_id: account.id, content_json: '{"a":"\\u0000"}', updated_at: at })
    .execute()
  await db
    .insertInto('item_slug')
    .values({ slug: 'an-older-name', item_id: item.id })
    .onConflict((c) => c.doNothing())
    .execute()
  await db.insertInto('zero_result_search').values({ term: 'zündkerze', count: 3, last_at: at }).execute()
  await db.insertInto('derived_data_version').values({ name: 'test', version: 1 }).execute()
  await db
    .insertInto('outbox')
    .values({
      id: 'mail',
      to_address: 'a@b.example',
      subject: 'Tabs\tand "quotes" \\',
      text: '👩‍🏭\r\nof all kinds',
      created_at: at,
      attempts: 0,
    })
    .execute()
  const [one, other] = await db.selectFrom('item').select('row_id').limit(2).execute()
  await db
    .insertInto('item_relation')
    .values({
      id: 'relation',
      from_row_id: one!.row_id,
      to_row_id: other!.row_id,
      type: 'accessory',
      assembly: 'Główny "A"',
      position: '12',
      sort_key: '0a',
      quantity: 2,
      revision: 1,
    })
    .execute()
  await db
    .insertInto('assembly_drawing')
    .values({
      id: 'drawing',
      item_row_id: one!.row_id,
      assembly: 'Główny "A"',
      picture: 'a'.repeat(32),
      hotspots_json: '[{"position":"1","x":50,"y":12.5}]',
      revision: 1,
      updated_at: at,
    })
    .execute()
  await insertImport(db, at)
  const { id: quotation_id } = await db.selectFrom('quotation').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('quotation_editor')
    .values({ quotation_id, account_id: 'a', tab_id: 't', name: 'Meera', seen_at: at })
    .execute()
  await db
    .insertInto('quotation_settings')
    .values({ id: 1, settings_json: '{"validDays":45}', revision: 1, updated_at: at })
    .execute()
  await db
    .insertInto('quality_dismissal')
    .values({
      key: 'a'.repeat(20),
      type: 'price',
      kind: 'spare',
      title: 'Spare parts without a price',
      reason: 'On request',
      at,
      by_name: 'Meera',
    })
    .execute()
  await db
    .insertInto('specification_template')
    .values({ kind: 'spare', category: 'Belts', revision: 1, rows_json: '[]', updated_at: at })
    .execute()
  for (const table of TABLES)
    expect(
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirst(),
      table,
    ).not.toEqual({ rows: 0 })
}

/** Returns a `fetch` with this cookie. */
export const createCookieFetch =
  (site: TestSite, cookie: string): SiteFetch =>
  (path, init) =>
    site.fetch(path, { ...init, headers: { ...init?.headers, cookie } })
