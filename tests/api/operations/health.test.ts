import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/problem.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const getDatabaseFile = () => join(site.dataDir, 'capstan.sqlite')

/** Requests /readyz after its cached result has expired (1 s). */
async function getReadiness(): Promise<{ status: number; text: string; failing: string[]; ms: number }> {
  await sleep(1100)
  const start = performance.now()
  const reply = await site.fetch('/readyz')
  const text = await reply.text()
  const failing = reply.ok ? [] : ((JSON.parse(text) as Problem).errors ?? []).map(({ field }) => field)
  return { status: reply.status, text, failing, ms: performance.now() - start }
}

test.each([
  ['/healthz', 'ok'],
  ['/readyz', 'ready'],
])('%s responds under any host with no-store and noindex', async (path, text) => {
  const reply = await site.fetch(path, { headers: { host: 'anything.example' } })
  expect([reply.status, await reply.text()]).toEqual([200, text])
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-robots-tag')).toBe('noindex')
  const head = await site.fetch(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await (await site.fetch('/sitemap.xml')).text()).not.toContain(path)
  expect(await (await site.fetch('/api/openapi.json')).text()).not.toContain(path)
})

test('Health checks have no rate limit', async () => {
  const replies = await Promise.all(Array.from({ length: 300 }, () => site.fetch('/healthz')))
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
})

describe('Failing checks of /readyz', () => {
  test.skipIf(isOnPostgres)(
    '/readyz returns 503 while another process locks the database, and 200 afterwards',
    async () => {
      const lockingDb = new DatabaseSync(getDatabaseFile())
      lockingDb.exec('begin immediate')
      const pages = sleep(1400).then(async () => {
        const start = performance.now()
        await site.fetch('/api/products')
        return performance.now() - start
      })
      const locked = await getReadiness()
      expect([locked.status, locked.failing]).toEqual([503, ['database.write']])
      expect(locked.ms).toBeLessThan(2500)
      // Lists are served while the check waits for the lock.
      expect(await pages).toBeLessThan(500)
      expect((await site.fetch('/healthz')).status).toBe(200)
      lockingDb.exec('rollback')
      lockingDb.close()
      expect((await getReadiness()).status).toBe(200)
    },
  )

  test.skipIf(isOnPostgres)(
    '/readyz returns 503 if the database file is missing, and creates no new one',
    async () => {
      await rename(getDatabaseFile(), `${getDatabaseFile()}.away`)
      const unready = await getReadiness()
      expect([unready.status, unready.failing]).toEqual([503, ['database.write']])
      expect(existsSync(getDatabaseFile())).toBe(false)
      expect(unready.text).not.toContain(site.dataDir)
      expect(JSON.parse(unready.text)).toMatchObject({
        status: 503,
        type: 'not-ready',
        message: 'Not ready: the database cannot be written.',
      })
      await rename(`${getDatabaseFile()}.away`, getDatabaseFile())
    },
  )

  test('/readyz returns 503 if the database connection is broken', async () => {
    await site.fetch('/readyz')
    await site.db.destroy()
    expect((await getReadiness()).failing).toEqual(
      isOnPostgres ? ['database.read', 'database.write'] : ['database.read'],
    )
    expect((await site.fetch('/healthz')).status).toBe(200)
  })

  test('/readyz returns 503 if pictures cannot be stored', async () => {
    const media = join(site.dataDir, 'media')
    await rm(media, { recursive: true })
    await writeFile(media, 'a file where the folder should be')
    expect((await getReadiness()).failing).toEqual(['media'])
  })
})

test.skipIf(isOnPostgres)(
  'Health checks write nothing, and concurrent requests share one check',
  async () => {
    const watcher = new DatabaseSync(getDatabaseFile())
    const version = () => watcher.prepare('pragma data_version').get()?.data_version
    const schema = () => watcher.prepare('select name, sql from sqlite_master').all()
    const before = { version: version(), schema: schema() }
    const first = await site.fetch('/readyz')
    expect(first.status).toBe(200)
    await rm(join(site.dataDir, 'media'), { recursive: true })
    const replies = await Promise.all(Array.from({ length: 50 }, () => site.fetch('/readyz')))
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect((await getReadiness()).status).toBe(503)
    expect({ version: version(), schema: schema() }).toEqual(before)
    expect(await readdir(site.dataDir)).not.toContain('media')
    watcher.close()
  },
)

test('/readyz returns 503 while the server drains its connections', async () => {
  const { hostname, port } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // An incomplete request keeps the connection from being closed as idle.
  socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n')
  await sleep(200)
  const closed = site.app.close()
  await sleep(200)
  socket.write('\r\n')
  await once(socket, 'close')
  await closed
  expect(received).toMatch(/^HTTP\/1\.1 503 /)
  expect(received).toContain('Not ready: the site is shutting down.')
})
