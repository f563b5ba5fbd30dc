import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { snapshotWithHistory } from '../../support/db-snapshot.ts'
import { createSessionCookie } from '../../support/fixtures/accounts.ts'
import { createJpeg, createMachine, createSparePart, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectOk, type Json } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const BOUNDARY = 'cut-off-here'

let cookie: string
let machine: Json
let spare: Json
let picture: Buffer
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  cookie = await createSessionCookie(site)
  machine = await createMachine(staff, {}, [await createJpeg(1, 64, 48)])
  spare = await createSparePart(staff)
  picture = Buffer.from(await (await createJpeg(2, 2400, 1800)).arrayBuffer())
})

/** Returns all files of the data folder except the database. */
async function listDataFiles({ dataDir }: TestSite): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('capstan.sqlite'))
    .sort()
}
const listUploads = async () => readdir(join(site.dataDir, 'tmp'))

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const texts = () =>
  Object.entries({ ...MACHINE_FIELDS, name: 'Cut off' })
    .map(([name, value]) => field(name, value))
    .join('')
const fileHead = (n: number) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="images"; filename="${n}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`

const INTERRUPTIONS: { where: string; sent: () => (string | Buffer)[] }[] = [
  { where: 'after the headers', sent: () => [] },
  { where: 'in a field', sent: () => [field('name', 'Cut off'), field('description', 'x').slice(0, 70)] },
  { where: 'after the fields', sent: () => [texts()] },
  { where: 'in a picture', sent: () => [texts(), fileHead(0), picture.subarray(0, picture.length / 2)] },
  {
    where: 'in the second picture',
    sent: () => [texts(), fileHead(0), picture, '\r\n', fileHead(1), picture.subarray(0, 2000)],
  },
  { where: 'before the last boundary', sent: () => [texts(), fileHead(0), picture, '\r\n'] },
  { where: 'in the last boundary', sent: () => [texts(), fileHead(0), picture, `\r\n--${BOUNDARY}`] },
]

function send(method: string, path: string, headers: Record<string, string>): ClientRequest {
  const { hostname, port } = new URL(site.url)
  const sent = request({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  })
  // The test destroys the connection, which causes an error here.
  sent.on('error', () => undefined)
  return sent
}

const WITH_LENGTH = { way: 'with Content-Length', headers: { 'content-length': '9000000' } }
const IN_CHUNKS = { way: 'in chunks', headers: { 'transfer-encoding': 'chunked' } }

describe.each([
  { what: 'a new machine', method: 'POST', path: () => '/api/products' },
  { what: 'a changed machine', method: 'PUT', path: () => `/api/products/${machine.id}` },
  { what: 'a changed spare part', method: 'PUT', path: () => `/api/spareparts/${spare.id}/full` },
  { what: 'pictures alone', method: 'POST', path: () => '/api/upload-images' },
])('Interrupted upload of $what', ({ what, method, path }) => {
  // Node decodes chunks before any route reads them, so that one route is enough.
  const ways = what === 'a new machine' ? [WITH_LENGTH, IN_CHUNKS] : [WITH_LENGTH]
  test.each(INTERRUPTIONS.flatMap((cut) => ways.map((way) => ({ ...cut, ...way }))))(
    '[API-8] An upload that is interrupted $where, sent $way, leaves no data',
    async ({ sent, headers }) => {
      const [before, files] = [await snapshotWithHistory(site), await listDataFiles(site)]
      const upload = send(method, path(), headers as Record<string, string>)
      upload.flushHeaders()
      for (const piece of sent()) await new Promise((done) => upload.write(piece, done))
      await vi.waitFor(async () => expect(await listUploads()).toHaveLength(1), 60_000)
      upload.destroy()
      await vi.waitFor(async () => expect(await listUploads()).toEqual([]), 60_000)
      expect(await snapshotWithHistory(site)).toEqual(before)
      expect(await listDataFiles(site)).toEqual(files)
    },
  )
})

test('Interrupted uploads do not delay other requests', async () => {
  const hanging = Array.from({ length: 5 }, () => {
    const upload = send('POST', '/api/products', { 'content-length': '9000000' })
    upload.write(texts() + fileHead(0))
    return upload
  })
  await vi.waitFor(async () => expect(await listUploads()).toHaveLength(5), 60_000)
  const { id } = await createMachine(staff, {}, [await createJpeg(3, 64, 48)])
  for (const upload of hanging) upload.destroy()
  await vi.waitFor(async () => expect(await listUploads()).toEqual([]), 60_000)
  await expectOk(site.fetch(`/api/products/${id}`))
})

test('A start deletes what killed processes have left for an hour, and nothing of a backup that is being made', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-leftovers-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const running = `backup-${process.pid}-a1b2c3`
  // The largest process id of Linux is smaller.
  const folders = [running, 'backup-99999999-a1b2c3', 'upload-a1b2c3', 'upload-new']
  for (const name of folders) await mkdir(join(dataDir, 'tmp', name), { recursive: true })
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of folders.slice(0, 3)) await utimes(join(dataDir, 'tmp', name), twoHoursAgo, twoHoursAgo)
  const other = await startSite({ DATA_DIR: dataDir })
  onTestFinished(() => other.close())
  expect((await readdir(join(dataDir, 'tmp'))).sort()).toEqual([running, 'upload-new'])
})
