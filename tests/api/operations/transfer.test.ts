import { hash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getSiteFilePath } from '#contracts/files/site-file.ts'
import { TABLES, type TableName } from '#server/database/tables.ts'
import { listMediaFiles } from '../../support/db-snapshot.ts'
import { createCookieFetch, createTotpCode, login } from '../../support/fixtures/accounts.ts'
import { PDF } from '../../support/fixtures/attachments.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { CERTIFICATE, PUBLIC_URL } from '../../support/fixtures/full-data-fixture.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { queryPostgres } from '../../support/postgres/postgres.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import {
  createBucketFolder,
  createServerDatabase,
  dataDir,
  expectTransfer,
  expectTransferError,
  folder,
  fullData,
  readFolderRows,
  setUpTransferTests,
} from '../../support/transfer.ts'

setUpTransferTests()

test('The list of tables has each table after the tables that its foreign keys reference', () => {
  const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'), { readOnly: true })
  const done: TableName[] = []
  for (const table of TABLES) {
    for (const { target } of database
      .prepare('select "table" as target from pragma_foreign_key_list(?)')
      .all(table))
      expect(done, table).toContain(target)
    done.push(table)
  }
  database.close()
})

describe('A site transferred to PostgreSQL and a bucket', () => {
  const ASKED = [
    ...['/api/products', '/api/spareparts', '/api/services', '/api/site-content', '/api/reviews'],
    ...['/api/products?search=lathe', '/api/products?search=cl25&approximate=true'],
    ...['/api/facets?kind=machine', '/api/suggestions?search=lat'],
  ]
  const ASKED_BY_STAFF = [
    ...['/api/items', '/api/items?search=lathe', '/api/customers', '/api/dashboard', '/api/reviews/all'],
    ...['/api/enquiries', '/api/enquiries?search=spindle', '/api/enquiries?search=98400', '/api/accounts'],
    ...['/api/keys', '/api/log?limit=200', '/api/mail/state', '/api/auth/me'],
  ]
  async function readResponses(site: TestSite): Promise<Record<string, Json>> {
    const all: Record<string, Json> = {}
    for (const path of ASKED) all[path] = await expectOk(site.fetch(path))
    for (const path of ASKED_BY_STAFF)
      all[path] = await expectOk(createCookieFetch(site, fullData.cookie)(path))
    // The step of the backups depends on the database engine.
    const { gettingStarted } = all['/api/dashboard']
    gettingStarted.steps = gettingStarted.steps.filter(({ step }: Json) => !/backup/i.test(step))
    return all
  }

  /** Expects every attachment to be returned to staff. */
  async function expectDownloads(staff: SiteFetch): Promise<void> {
    for (const { id, attachments } of await expectOk(staff('/api/enquiries'))) {
      const reply = await staff(`/api/enquiries/${id}/attachments/${attachments[0].id}`)
      expect(await reply.text()).toBe(PDF)
    }
    const machines: Json[] = await expectOk(staff('/api/products'))
    const [document] = machines.flatMap(({ documents }) => documents)
    expect(await (await staff(new URL(document.url).pathname)).text()).toBe(PDF)
    expect(await (await staff(getSiteFilePath(fullData.siteFile))).text()).toBe(CERTIFICATE)
    const [quotation] = await expectOk(staff('/api/quotations'))
    const quotationPdf = await staff(`/api/quotations/${quotation.id}.pdf`)
    expect(hash('sha256', Buffer.from(await quotationPdf.arrayBuffer()))).toBe(fullData.quotationHash)
  }

  let to: string
  let media: string
  beforeEach(async () => {
    to = await createServerDatabase()
    media = createBucketFolder()
  })

  test('A transferred site responds as before, with its sessions, API keys and second factors, and gives new items unused numbers', async () => {
    const before = await startSite({ DATA_DIR: dataDir, PUBLIC_URL })
    const expected = await readResponses(before)
    await before.close()
    const output = await expectTransfer(['--to', to, '--media', media])
    expect(output).toMatch(/^Copied and compared \d+ rows, with 4 items and 2 enquiries\.$/m)
    expect(output).toMatch(/^Copied and compared 9 pictures, attachments and documents in \d+ files\.$/m)
    expect(output).toContain(`DATABASE_URL=${to.replace('hush-hush', '…')}`)
    expect(output).toContain('MEDIA_URL=s3://…@pictures/site-')

    const after = await startSite({ PUBLIC_URL, DATABASE_URL: to, MEDIA_URL: media })
    onTestFinished(() => after.close())
    expect(await readResponses(after)).toEqual(expected)
    const staff = createCookieFetch(after, fullData.cookie)
    const known: Json[] = await expectOk(staff('/api/products'))
    const [picture] = known.flatMap(({ images }) => images)
    expect((await after.fetch(new URL(picture).pathname)).status).toBe(200)
    const program: SiteFetch = (path, init) =>
      after.fetch(path, {
        ...init,
        headers: { ...init?.headers, authorization: `Bearer ${fullData.apiKey}` },
      })
    const { email, password, secret } = fullData.secondFactor
    expect((await login(after, { email, password })).status).not.toBe(200)
    await expectDownloads(staff)
    after.advanceClock(1)
    expect((await login(after, { email, password, code: createTotpCode(secret, 1) })).status).toBe(200)
    for (const [table, column] of [
      ['item', 'row_id'],
      ['enquiry_search', 'row_id'],
      ['sign_in_attempt', 'id'],
    ])
      expect(
        await queryPostgres(
          to,
          `select nextval(pg_get_serial_sequence('${table}', '${column}')) > max(${column}) as is_new from ${table}`,
        ),
        table,
      ).toEqual([{ is_new: true }])
    await createMachine(program, { name: 'New here, by a program' })
    await after.fetch('/api/enquiries', jsonBody('POST', ENQUIRY_FIELDS))
    expect(await expectOk(staff('/api/enquiries'))).toHaveLength(3)
  })

  test('A site that is transferred back to a folder has the same rows, text indexes and pictures, and its source is unchanged', async () => {
    const [rows, files] = [await readFolderRows(dataDir), await listMediaFiles(dataDir)]
    await expectTransfer(['--to', to, '--media', media])
    expect([await readFolderRows(dataDir), await listMediaFiles(dataDir)]).toEqual([rows, files])
    const back = join(folder, 'back')
    const output = await expectTransfer(['--to', back], { DATABASE_URL: to, MEDIA_URL: media })
    expect(output).toContain(`DATA_DIR=${back}\n  remove DATABASE_URL, MEDIA_URL\n`)
    expect(await readFolderRows(back)).toEqual(rows)
    expect(await listMediaFiles(back)).toEqual(files)
    for (const file of files)
      expect(await readFile(join(back, 'media', file))).toEqual(await readFile(join(dataDir, 'media', file)))
    const site = await startSite({ DATA_DIR: back })
    onTestFinished(() => site.close())
    const found: Json[] = await expectOk(site.fetch('/api/products?search=turret'))
    expect(found.map(({ name }) => name)).toContain('Turret lathe')
    expect(
      await expectOk(createCookieFetch(site, fullData.cookie)('/api/enquiries?search=spindle')),
    ).toHaveLength(2)
    await expectDownloads(createCookieFetch(site, fullData.cookie))
  })

  test('Pictures can be transferred alone in both directions; missing files are reported', async () => {
    const rows = await readFolderRows(dataDir)
    const [missing = ''] = await listMediaFiles(dataDir)
    await rm(join(dataDir, 'media', missing))
    const output = await expectTransfer(['--media', media])
    expect(output).toContain(`Warning: 1 files were already missing on the site, for example ${missing}.`)
    expect(output).not.toContain('items')
    expect(await readFolderRows(dataDir)).toEqual(rows)
    const files = await listMediaFiles(dataDir)
    await rm(join(dataDir, 'media'), { recursive: true })
    await expectTransfer(['--media', dataDir], { MEDIA_URL: media })
    expect(await listMediaFiles(dataDir)).toEqual(files)
  })

  test('The database can be transferred alone in both directions', async () => {
    const output = await expectTransfer(['--to', to])
    expect(output).not.toContain('pictures')
    await rm(join(dataDir, 'capstan.sqlite'))
    const rows = await readFolderRows(fullData.folder)
    await expectTransfer(['--to', dataDir], { DATABASE_URL: to })
    expect(await readFolderRows(dataDir)).toEqual(rows)
  })
})

test('Null characters, which PostgreSQL cannot store, are replaced and counted', async () => {
  const to = await createServerDatabase()
  const database = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
  database.prepare('update review set text = ?, name = ?').run('true\0 to size', '\0\0')
  database.close()
  expect(await expectTransfer(['--to', to])).toContain('Warning: 2 texts contained null characters')
  expect(await queryPostgres(to, 'select text, name from review')).toEqual([
    { text: 'true\uFFFD to size', name: '\uFFFD\uFFFD' },
  ])
  const missed = new DatabaseSync(join(dataDir, 'capstan.sqlite'))
  missed.prepare('update zero_result_search set term = ?').run('zünd\0kerze')
  missed.close()
  expect(await expectTransferError(['--to', await createServerDatabase()])).toMatch(
    /^The row zünd\uFFFDkerze of the table zero_result_search has a null character in its key/,
  )
})
