import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { jsonBody } from '../../support/http-client.ts'
import { startBucket } from '../../support/s3-bucket.ts'
import { startProcess } from '../../support/site-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-summary-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('The output of a start names version, data, e-mail, proxies and metrics; the log contains no paths', async () => {
  const settings = { DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'info' }
  const first = await startProcess(settings)
  const enquiry = { firstName: 'Meena', lastName: 'Sundaram', email: 'meena@works.example' }
  const sent = { ...enquiry, phone: '+91 00000 10001', message: 'One CL 25, please.' }
  expect((await fetch(`${first.url}/api/enquiries`, jsonBody('POST', sent))).status).toBe(201)
  await first.stop()

  const second = await startProcess(settings)
  await second.stop()
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(second.output()).toContain(`  version   ${version}, Node ${process.versions.node}\n`)
  expect(second.output()).toContain(`  data      ${folder} (items: 0, enquiries: 1)\n`)
  expect(second.output()).toContain('  e-mail    off: enquiries are stored without a notification')
  expect(second.output()).toContain('  proxies   none\n')
  expect(second.output()).toContain('  metrics   off\n')
  const logged = second
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toContain(folder)
})

test('The output of a start contains no passwords, tokens or e-mail addresses', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  const site = await startProcess({
    DATA_DIR: folder,
    DEMO: 'off',
    SMTP_URL: 'smtp://clerk:sesame@127.0.0.1:9',
    NOTIFY_EMAIL: 'sales@works.example',
    PUBLIC_URL: 'http://localhost:3000',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'sesame-sesame-sesame',
    ADMIN_PASSWORD: 'sesame sesame',
    MEDIA_URL: bucket.url.replace('?', '/works?'),
    MEDIA_PUBLIC_URL: 'https://pictures.works.in/shop/',
  })
  await site.stop()
  expect(site.output()).toMatch(
    / {2}pictures {2}bucket pictures, folder works, at http:\/\/127\.0\.0\.1:\d+, fetched from https:\/\/pictures\.works\.in\/shop\n/,
  )
  expect(site.output()).not.toContain('S3RVER')
  expect(site.output()).toContain('  e-mail    on\n')
  expect(site.output()).toContain('  proxies   1 (TRUST_PROXY)\n')
  expect(site.output()).toContain('  metrics   /metrics of the site, with METRICS_TOKEN\n')
  expect(site.output()).not.toContain('sesame')
  expect(site.output()).not.toContain('works.example')
})
