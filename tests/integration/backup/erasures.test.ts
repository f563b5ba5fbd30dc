import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../support/command.ts'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { createPersonData, readEverything, SITE_SETTINGS } from '../../support/fixtures/person-fixture.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const PERSON = {
  firstName: 'Vaidehi',
  lastName: 'Subramaniam',
  email: 'vs@vaidehi.example',
  phone: '+91 98940 77665',
}

let folder: string
let dataDir: string
let list: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-erasures-'))
  dataDir = join(folder, 'data')
  list = join(dataDir, 'erasures.txt')
  await mkdir(dataDir)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts the site of the folder, calls `work`, and stops it. */
async function withSite<Result>(
  work: (site: TestSite) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const site = await startSite({ ...SITE_SETTINGS, DATA_DIR: dataDir, ...settings })
  try {
    return await work(site)
  } finally {
    await site.close()
  }
}

const createPerson = (site: TestSite) =>
  Promise.all([site.signIn('sales'), site.signIn('owner')]).then(([sales, owner]) =>
    createPersonData(site, { sales, owner }, PERSON),
  )
const erase = async (site: TestSite, customer: string) => {
  const owner = await site.signIn('owner')
  expect((await owner(`/api/customers/${customer}/erasure`, { method: 'POST' })).status).toBe(204)
}
const hasTrace = async ({ db }: TestSite) => {
  const text = await readEverything({ db, dataDir })
  return /vaidehi|subramaniam|77665/.test(text)
}

test('The start erases whom the list names in a database that was restored, once', async () => {
  const customer = await withSite(createPerson)
  await writeFile(list, `customer ${customer}\ncustomer unknown\nnonsense\ncustomer`)
  const readLog = ({ db }: TestSite) =>
    db.selectFrom('audit_log').select('by_name').where('action', '=', 'erased').execute()
  const entries = await withSite(async (site) => {
    expect(await hasTrace(site)).toBe(false)
    return readLog(site)
  })
  expect(new Set(entries.map(({ by_name }) => by_name))).toEqual(new Set(['Console']))
  expect(await withSite(readLog)).toEqual(entries)
  // The list has the enquiries and quotations as well, each once.
  const lines = (await readFile(list, 'utf8')).trim().split('\n')
  expect(lines.length).toBe(new Set(lines).size)
  expect(lines.filter((line) => line.startsWith('enquiry '))).toHaveLength(2)
})

test('An enquiry that was assigned to the erased customer only after the backup is erased with its own customer', async () => {
  const enquiry = await withSite((site) => expectEnquiry(site, { ...PERSON, message: 'Vaidehi' }))
  const other = await withSite((site) => expectEnquiry(site, { firstName: 'Kumudha' }))
  await writeFile(list, `customer later\nenquiry ${enquiry.id}\n`)
  await withSite(async (site) => {
    expect(await hasTrace(site)).toBe(false)
    const rows = await site.db.selectFrom('enquiry').select(['id', 'first_name']).execute()
    expect(new Map(rows.map(({ id, first_name }) => [id, first_name]))).toEqual(
      new Map([
        [enquiry.id, 'Erased'],
        [other.id, 'Kumudha'],
      ]),
    )
  })
})

test('An erasure is written to DATA_DIR and BACKUP_DIR, as ids alone; a list that cannot be written does not prevent it', {
  skip: isOnPostgres,
}, async () => {
  const backups = join(folder, 'backups')
  const settings = { BACKUP_DIR: backups }
  const customer = await withSite(createPerson, settings)
  await mkdir(list)
  await withSite((site) => erase(site, customer), settings)
  const text = await readFile(join(backups, 'erasures.txt'), 'utf8')
  expect(text).toContain(`customer ${customer}\n`)
  expect(text).toMatch(/^(?:(?:customer|enquiry|quotation) \w+\n)+$/)
  await rm(list, { recursive: true })
  await withSite(async () => undefined, settings)
  expect(await readFile(list, 'utf8')).toBe(text)
})

test.skipIf(isOnPostgres)(
  'A restore of an older backup brings nobody back: the list is that of the replaced folder, or lies beside the backup',
  async () => {
    const customer = await withSite(createPerson)
    const file = join(folder, 'backups', 'old.tar.gz')
    await mkdir(join(folder, 'backups'))
    expect(await runCommand('backup', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    await withSite((site) => erase(site, customer))
    const first = await runCommand('restore', [file, '--force'], { DATA_DIR: dataDir })
    expect(first.text).toContain('The start of the site erases the personal data')
    expect(await withSite(hasTrace)).toBe(false)

    // A new machine: only the backup and the list.
    await copyFile(list, join(folder, 'backups', 'erasures.txt'))
    await rm(dataDir, { recursive: true })
    expect(await runCommand('restore', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    expect(await withSite(hasTrace)).toBe(false)

    await rm(join(folder, 'backups', 'erasures.txt'))
    await rm(dataDir, { recursive: true })
    const without = await runCommand('restore', [file], { DATA_DIR: dataDir })
    expect(without.text).toContain('No erasures.txt was found')
    expect(await withSite(hasTrace)).toBe(true)
  },
)
