import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENQUIRY_FIELDS } from '../support/fixtures/enquiries.ts'
import { createJpeg, MACHINE_FIELDS } from '../support/fixtures/items.ts'
import { formBody, jsonBody } from '../support/http-client.ts'
import { OWNER_SETTINGS, signInOwner } from '../support/owner.ts'
import { type SiteProcess, startProcess } from '../support/site-process.ts'

const DISK_SIZE = '16m'

/** The mount point of a file system of DISK_SIZE. Mounting usually requires root. */
const disk = mkdtempSync(join(tmpdir(), 'capstan-disk-'))
const isMounted = mount()
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

const FILLER = join(disk, 'filler')
/** Fills the disk except for this number of bytes. */
function leaveFreeSpace(bytes: number): void {
  rmSync(FILLER, { force: true })
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(FILLER, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
}

// tests/api/operations/lifecycle.test.ts covers a full database by a limit on its pages, which needs no mounted disk.
describe.runIf(isMounted)('A full disk', () => {
  let site: SiteProcess
  let cookie: string
  beforeAll(async () => {
    mkdirSync(join(disk, 'data'))
    site = await startProcess({
      DATA_DIR: join(disk, 'data'),
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      ...OWNER_SETTINGS,
    })
    cookie = await signInOwner(site.url)
  })
  afterAll(async () => void (await site?.stop()))

  const enquire = (message: string) =>
    fetch(new URL('/api/enquiries', site.url), jsonBody('POST', { ...ENQUIRY_FIELDS, message }))
  const addMachine = async (name: string, seed: number) => {
    const { body } = formBody('POST', { ...MACHINE_FIELDS, name }, [await createJpeg(seed, 1600, 1200)])
    return fetch(new URL('/api/products', site.url), { method: 'POST', body: body!, headers: { cookie } })
  }
  const listMachines = async () => {
    const reply = await fetch(new URL('/api/products', site.url))
    expect(reply.status).toBe(200)
    return ((await reply.json()) as { name: string; images: string[] }[]).map(({ name, images }) => ({
      name,
      images,
    }))
  }

  test('[API-8] On a full disk writes return 507 without partial data, reads succeed, and writes succeed once there is space', async () => {
    expect((await addMachine('Before', 1)).status).toBe(201)
    const accepted: string[] = []
    leaveFreeSpace(64_000)
    let failed: Response | undefined
    for (let count = 0; count < 200 && !failed; count++) {
      const reply = await enquire(`${count} ${'x'.repeat(9000)}`)
      if (reply.status === 201) accepted.push(((await reply.json()) as { id: string }).id)
      else failed = reply
    }
    expect(failed?.status).toBe(507)
    expect(((await failed!.json()) as { message: string }).message).toBe(
      'The disk of the server is full. Nothing was changed. Try again later.',
    )
    leaveFreeSpace(0)
    const machine = await addMachine('During', 2)
    expect(machine.status).toBe(507)
    expect((await listMachines()).map(({ name }) => name)).toEqual(['Before'])
    for (const path of ['/', '/products', '/api/site-content', '/healthz'])
      expect([path, (await fetch(new URL(path, site.url))).status]).toEqual([path, 200])
    expect((await fetch(new URL('/readyz', site.url))).status).toBe(503)

    rmSync(FILLER)
    expect((await addMachine('After', 3)).status).toBe(201)
    const last = await enquire('After space was freed.')
    expect(last.status).toBe(201)
    accepted.push(((await last.json()) as { id: string }).id)
    const items = await listMachines()
    expect(items.map(({ name }) => name)).toEqual(['After', 'Before'])
    for (const image of items.flatMap(({ images }) => images)) expect((await fetch(image)).status).toBe(200)
    const csv = await (await fetch(new URL('/api/enquiries.csv', site.url), { headers: { cookie } })).text()
    expect(csv.split(ENQUIRY_FIELDS.email).length - 1).toBe(accepted.length)
  })
})
