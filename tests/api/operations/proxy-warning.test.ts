import { afterEach, expect, test, vi } from 'vitest'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

/** Returns the warnings of an hour in which a site receives requests, of which the first ones have X-Forwarded-For. */
async function listWarnings(
  settings: Record<string, string>,
  { forwarded, total }: { forwarded: number; total: number },
): Promise<unknown[]> {
  site = await startSite(settings)
  const { fetch, advanceClock, app } = site
  const warn = vi.spyOn(app.log, 'warn')
  for (let count = 0; count < total; count++)
    await fetch(
      '/healthz',
      count < forwarded ? { headers: { 'x-forwarded-for': `198.51.100.${count}` } } : {},
    )
  expect(warn).not.toHaveBeenCalled()
  advanceClock(60)
  await fetch('/healthz')
  return warn.mock.calls.map(([, message]) => message)
}

test('Without TRUST_PROXY, an hour in which nearly all requests come through one proxy is logged as a warning', async () => {
  const warnings = await listWarnings({}, { forwarded: 95, total: 100 })
  expect(warnings).toEqual(['nearly all requests come through one proxy: set TRUST_PROXY'])
})

test.each([
  ['of which a fifth has no X-Forwarded-For', {}, { forwarded: 80, total: 100 }],
  ['with fewer than 100 requests', {}, { forwarded: 99, total: 99 }],
  [
    'behind a trusted proxy',
    { TRUST_PROXY: '1', PUBLIC_URL: 'https://www.works.example' },
    { forwarded: 100, total: 100 },
  ],
])('An hour %s causes no warning about the proxy', async (_which, settings, requests) => {
  expect(await listWarnings(settings as Record<string, string>, requests)).toEqual([])
})
