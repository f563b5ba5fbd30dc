import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../../support/project.ts'
import { startSite } from '../../support/site.ts'
import { BEHIND_PROXY } from '../../support/site-hooks.ts'

/** A log line, or the JSON that a script prints about its requests. */
type LogLine = Record<string, unknown> & { level?: string; requestId?: string; err?: Record<string, unknown> }

/**
 * Starts a site in a child process, runs `work` there and returns the output. `work` can use `app`, `url`, `staff`
 * (headers with the cookie of an owner) and `raw` (sends bytes). All input that must not be logged contains 'sesame'.
 */
async function runScript(environment: Record<string, string>, work: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-sesame-'))
  const script = `
    import { connect } from 'node:net'
    import { hashPassword } from '#server/accounts/sign-in/password.ts'
    import { insertAccount } from '#server/accounts/store.ts'
    import { buildApp } from '#server/app.ts'
    import { readConfig } from '#server/config.ts'
    import { openDatabase } from '#server/database/open.ts'
    import { openProductionFrontend } from '#server/pages/production-frontend.ts'
    const config = readConfig({ DATA_DIR: ${JSON.stringify(folder)}, AVIF: 'off', ...${JSON.stringify(environment)} })
    const database = await openDatabase(config)
    const { db } = database
    const app = await buildApp({ config, database, openFrontend: () => openProductionFrontend(${JSON.stringify(join(PROJECT, 'dist'))}) })
    app.get('/fails', async () => {
      const cause = Object.assign(new TypeError('because of sesame'), { code: 'ERR_FIRST', path: '/home/sesame' })
      throw Object.assign(new Error('open sesame\\n    at sesame (/sesame.ts:1:1)', { cause }), { sesame: 'sesame', code: 'sesame' })
    })
    app.get('/throws', async () => { throw 'sesame' })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const passwordHash = await hashPassword('sesame sesame')
    await insertAccount(db, { email: 'owner@sesame.example', role: 'owner', passwordHash, at: '2026-01-01T00:00:00.000Z' })
    const json = (body) => ({ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    const signedIn = await fetch(url + '/api/auth/login', json({ email: 'owner@sesame.example', password: 'sesame sesame' }))
    const staff = { cookie: signedIn.headers.getSetCookie()[0].split(';')[0] }
    const raw = (text) => new Promise((resolve) => {
      let received = ''
      connect(Number(new URL(url).port), '127.0.0.1', function () { this.end(text) })
        .on('data', (data) => { received += data }).on('close', () => resolve(received)).on('error', () => resolve(received))
    })
    ${work}
    await app.close()
    await database.close()`
  const args = ['--input-type=module-typescript', '-e', script]
  const env = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT, env })
  await rm(folder, { recursive: true, force: true })
  return stdout
}

const parseLogLines = (output: string): LogLine[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine)

const ALL_REQUESTS_SCRIPT = `
  const secrets = { 'user-agent': 'sesame', referer: url + '/sesame', 'x-request-id': 'sesame-0123456789' }
  const visitor = { ...secrets, cookie: 'capstan_session=sesame', authorization: 'Bearer capstan_sesame' }
  const signedInHeaders = { ...secrets, ...staff }
  const paths = ['/', '/sesame', '/product/sesame', '/products', '/admin/sesame', '/api/products', '/api/products/sesame',
    '/api/sesame', '/media/sesame', '/assets/sesame', '/api/enquiries', '/api/log', '/%E0%A4%A-sesame', '/healthz', '/readyz',
    '/fails', '/throws', '/welcome', '/api/search-misses/sesame']
  for (const headers of [visitor, signedInHeaders]) {
    for (const path of paths) {
      await fetch(url + path + '?search=sesame&token=sesame', { headers })
      await fetch(url + path + '?sesame', { headers, method: 'DELETE' })
    }
    for (const path of ['/api/auth/login', '/api/enquiries', '/api/products', '/api/accounts', '/api/reviews', '/sesame']) {
      const body = { email: 'sesame@sesame.example', password: 'sesame', username: 'sesame', name: 'sesame', firstName: 'sesame',
        lastName: 'sesame', phone: '+91 00000 10001', message: 'sesame', sesame: { sesame: 'sesame' } }
      await fetch(url + path, { ...json(body), headers: { ...headers, 'content-type': 'application/json' } })
      await fetch(url + path, { method: 'POST', body: '{"sesame', headers: { ...headers, 'content-type': 'application/json' } })
      const form = new FormData()
      for (const name of Object.keys(body)) form.append(name, 'sesame')
      form.append('images', new File(['sesame'], 'sesame.jpg', { type: 'image/jpeg' }))
      await fetch(url + path, { method: 'POST', body: form, headers })
    }
  }
  await raw('GET /sesame HTTP/1.1\\r\\nHost: sesame\\r\\nsesame\\r\\nCookie: sesame\\r\\n\\r\\n')
  await raw('GET http://sesame.example/sesame?sesame HTTP/1.1\\r\\nHost: sesame.example\\r\\nConnection: close\\r\\n\\r\\n')
  app.log.error(new Error('sesame'))
  app.log.warn({ err: new Error('sesame') }, 'a warning')
  // Sending the e-mail of the enquiry fails within 500 ms; without the table, later requests fail.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await db.schema.dropTable('enquiry_search').execute()
  await fetch(url + '/api/enquiries', json({ firstName: 'sesame', lastName: 'sesame', email: 'a@sesame.example',
    phone: '+91 00000 10002', message: 'sesame' }))
`

describe('Log lines at level trace', () => {
  let output: string
  beforeAll(async () => {
    const SMTP_URL = 'smtp://sesame:sesame@127.0.0.1:9'
    const METRICS_TOKEN = 'sesame-sesame-sesame'
    const NOTIFY_EMAIL = 'sales@sesame.example'
    output = await runScript(
      { LOG_LEVEL: 'trace', SMTP_URL, NOTIFY_EMAIL, METRICS_TOKEN },
      ALL_REQUESTS_SCRIPT,
    )
  }, 60_000)

  test('Log lines contain no input of visitors, no secrets and no paths', () => {
    expect(output.split('\n').filter((line) => /sesame/i.test(line))).toEqual([])
    expect(output).not.toContain(PROJECT)
    expect(output).not.toContain(tmpdir())
    expect(output).not.toContain('Bearer')
    expect(output).not.toContain('00000 1000')
  })

  test('Every log line is JSON with level and time, and those about a request have its id', () => {
    const lines = parseLogLines(output)
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) {
      expect(line).toMatchObject({ level: expect.any(String), time: expect.stringMatching(/^\d{4}-.+Z$/) })
      if ('path' in line) expect(line.requestId).toMatch(/^[\da-z]{16}$/)
    }
    expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', path: 'unknown', status: 404 }))
    expect(lines).toContainEqual(expect.objectContaining({ path: '/api/products/:id', status: 404 }))
    expect(lines).toContainEqual(expect.objectContaining({ path: '/api/search-misses/:term', status: 401 }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'an e-mail could not be sent' }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'Providing options to busboy' }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'client error' }))
  })
})

test('No log line and no metric contains the secret of a private page', async () => {
  const output = await runScript(
    { LOG_LEVEL: 'trace', METRICS_TOKEN: 'metrics-for-the-test' },
    `const post = (path, body) => fetch(url + path, { method: 'POST', body, headers: { referer: url + path } })
     const asStaff = async (path, body) => (await fetch(url + path, { ...json(body), headers: { ...staff, 'content-type': 'application/json' } })).json()
     const enquiry = await (await fetch(url + '/api/enquiries', json({ firstName: 'Meena', lastName: 'Sundaram', email: 'meena@works.example', phone: '+91 00000 10001', message: 'One, please.' }))).json()
     const line = { description: 'Lathe', quantity: 1, unitPrice: 1000, gstRate: 18 }
     const { id } = await asStaff('/api/quotations', { enquiry: enquiry.id, placeOfSupply: '33', currency: 'INR', lines: [line] })
     const { link } = await asStaff('/api/quotations/' + id + '/issue', {})
     const paths = [new URL(link).pathname, enquiry.statusPath, enquiry.statusPath + '/quotation/1']
     for (const path of paths) {
       for (const end of ['', '/', '/issues/1', '/document', '/none', '/issues/%E0%A4%A']) await fetch(url + path + end)
       for (const action of ['question', 'decline', 'options', 'accept', 'renewal', 'none']) {
         await post(path + '/' + action, new URLSearchParams({ text: 'Hello?' }))
         await post(path + '/' + action, '{')
       }
       await raw('POST ' + path + '/accept HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: x\\r\\n\\r\\n')
     }
     await db.schema.dropTable('quotation_issue').execute()
     const failed = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
     const metrics = await (await fetch(url + '/metrics', { headers: { authorization: 'Bearer metrics-for-the-test' } })).text()
     console.log(JSON.stringify({ paths, failed, metrics }))`,
  )
  const lines = parseLogLines(output)
  const { paths, failed, metrics } = lines.find((line) => 'paths' in line) as unknown as {
    paths: string[]
    failed: number[]
    metrics: string
  }
  expect(failed).toContain(500)
  const secrets = paths.map((path) => path.split('/')[2]!)
  const logged = output.split('\n').filter((line) => !line.includes('"paths"'))
  expect(logged.length).toBeGreaterThan(30)
  for (const text of [logged.join('\n'), metrics]) {
    expect(text).toContain('/q/:secret')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
}, 60_000)

describe('Log lines of a failure', () => {
  let response: { header: string; body: { requestId?: string; message: string } }
  let lines: LogLine[]
  beforeAll(async () => {
    const output = await runScript(
      {},
      `const reply = await fetch(url + '/fails')
       console.log(JSON.stringify({ header: reply.headers.get('x-request-id'), body: await reply.json() }))
       await fetch(url + '/api/products')
       await db.schema.dropTable('enquiry_search').execute()
       await fetch(url + '/api/enquiries', json({ firstName: 'Meena', lastName: 'Sundaram', email: 'meena@works.example', phone: '+91 00000 10001', message: 'One, please.' }))`,
    )
    lines = parseLogLines(output)
    response = lines.find(({ header }) => header) as unknown as typeof response
  }, 30_000)

  test('An error response contains the request id of its log lines', () => {
    expect(response.body.requestId).toBe(response.header)
    const failure = lines.find(({ msg }) => msg === 'request failed')
    expect(failure).toMatchObject({ level: 'error', requestId: response.header, err: { type: 'Error' } })
    expect(failure?.err).toMatchObject({
      message: '',
      cause: { type: 'TypeError', code: 'ERR_FIRST', message: '' },
    })
    expect(lines).toContainEqual(
      expect.objectContaining({ path: '/fails', status: 500, requestId: response.header }),
    )
  })

  test('A log line of a database error has its message, its code and a stack with relative paths', () => {
    const { err } = lines.findLast(({ msg }) => msg === 'request failed') ?? {}
    expect(err).toMatchObject({
      code: 'ERR_SQLITE_ERROR',
      errcode: 1,
      message: 'no such table: enquiry_search',
    })
    expect(err?.stack).toMatch(/\(src\/server\/sales\/enquiries\/store\.ts:\d+:\d+\)/)
    expect(err?.stack).toContain('node_modules/kysely/')
  })

  test('Successful reads are not logged at level info', () => {
    expect(lines.filter(({ status }) => status === 200).map(({ path }) => path)).toEqual(['/api/auth/login'])
  })
})

describe('The request id', () => {
  const UUID = '5f2b0f0e-9d2e-4b7a-8f57-3a1d0c9b7e11'
  const OTHERS = ['ramesh@works.example', 'ramesh-kumar-from-coimbatore', 'short1']
  test.each([
    ['A request id of a trusted proxy is used if it has the format of an id', BEHIND_PROXY, UUID],
    ['A request id sent by a visitor is ignored', {}, expect.stringMatching(/^[\da-z]{16}$/)],
  ])('%s', async (_title, environment, expected) => {
    const site = await startSite(environment)
    onTestFinished(() => site.close())
    const ids: unknown[] = []
    for (const id of [UUID, ...OTHERS, 'a1'.repeat(33), 'a1 '.repeat(8)]) {
      const { headers } = await site.fetch('/api/products/none', { headers: { 'x-request-id': id } })
      ids.push(headers.get('x-request-id'))
    }
    const own = expect.stringMatching(/^[\da-z]{16}$/)
    expect(ids).toEqual([expected, own, own, own, own, own])
  })
})
