import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_SCOPES, type KeyScope, type Permission } from '#contracts/account/permission.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contracts/account/role.ts'
import { createApiKey } from '../../support/fixtures/accounts.ts'
import { jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

/** Every call that rejects visitors, and the required permission; 'session' is a session of any role. */
const CALLS: Record<string, Permission | 'session'> = {
  'GET /api/account': 'session',
  'PATCH /api/account': 'session',
  'PUT /api/account/password': 'session',
  'PUT /api/account/second-factor': 'session',
  'POST /api/account/second-factor/removal': 'session',
  'POST /api/account/second-factor/secret': 'session',
  'DELETE /api/account/sessions': 'session',
  'GET /api/account/sessions': 'session',
  'DELETE /api/account/sessions/:id': 'session',
  'GET /api/accounts': 'accounts.edit',
  'POST /api/accounts': 'accounts.edit',
  'DELETE /api/accounts/:id': 'accounts.edit',
  'PATCH /api/accounts/:id': 'accounts.edit',
  'POST /api/accounts/:id/link': 'accounts.edit',
  'DELETE /api/accounts/:id/second-factor': 'accounts.edit',
  'POST /api/auth/logout': 'session',
  'GET /api/auth/me': 'session',
  'GET /api/customers': 'enquiries.read',
  'GET /api/customers/:id': 'enquiries.read',
  'GET /api/customers/:id/data': 'settings.edit',
  'POST /api/customers/:id/erasure': 'settings.edit',
  'GET /api/dashboard': 'dashboard.read',
  'PUT /api/dashboard/getting-started': 'session',
  'PUT /api/dashboard/step-confirmation': 'settings.edit',
  'GET /api/enquiries': 'enquiries.read',
  'GET /api/enquiries.csv': 'enquiries.read',
  'GET /api/enquiries/:id': 'enquiries.read',
  'PATCH /api/enquiries/:id': 'enquiries.edit',
  'PUT /api/enquiries/:id/customer': 'enquiries.edit',
  'GET /api/enquiries/:id/attachments/:attachmentId': 'enquiries.read',
  'POST /api/enquiries/:id/notes': 'enquiries.edit',
  'POST /api/enquiries/by-staff': 'enquiries.edit',
  'GET /api/enquiries/counts': 'enquiries.read',
  'GET /api/imports': 'catalogue.edit',
  'POST /api/imports': 'catalogue.edit',
  'GET /api/imports/:id': 'catalogue.edit',
  'DELETE /api/imports/:id': 'catalogue.edit',
  'POST /api/imports/:id/apply': 'catalogue.edit',
  'POST /api/imports/:id/cancel': 'catalogue.edit',
  'PUT /api/imports/:id/columns': 'catalogue.edit',
  'PUT /api/imports/:id/conflicts': 'catalogue.edit',
  'GET /api/imports/:id/marked-file': 'catalogue.edit',
  'GET /api/imports/:id/rows': 'catalogue.edit',
  'GET /api/imports/:id/undo': 'catalogue.edit',
  'POST /api/imports/:id/undo': 'catalogue.edit',
  'GET /api/items': 'catalogue.read',
  'PATCH /api/items': 'catalogue.edit',
  'DELETE /api/items/:id': 'catalogue.edit',
  'POST /api/items/:id/copies': 'catalogue.edit',
  'GET /api/items/:id/documents': 'catalogue.read',
  'POST /api/items/:id/documents': 'catalogue.edit',
  'DELETE /api/items/:id/documents/:documentId': 'catalogue.edit',
  'PATCH /api/items/:id/documents/:documentId': 'catalogue.edit',
  'POST /api/items/:id/documents/:documentId/restoration': 'catalogue.edit',
  'GET /api/items/:id/drawings': 'catalogue.read',
  'POST /api/items/:id/drawings': 'catalogue.edit',
  'PUT /api/items/:id/drawings/:drawingId': 'catalogue.edit',
  'PUT /api/items/:id/drawings/:drawingId/picture': 'catalogue.edit',
  'DELETE /api/items/:id/drawings/:drawingId': 'catalogue.edit',
  'GET /api/items/:id/history': 'catalogue.read',
  'POST /api/items/:id/pictures': 'catalogue.edit',
  'GET /api/items/:id/relation-groups': 'catalogue.read',
  'GET /api/items/:id/relations': 'catalogue.read',
  'POST /api/items/:id/relations': 'catalogue.edit',
  'PUT /api/items/:id/relations/:relationId': 'catalogue.edit',
  'DELETE /api/items/:id/relations/:relationId': 'catalogue.edit',
  'POST /api/items/:id/restoration': 'catalogue.edit',
  'GET /api/items/:id/uses': 'catalogue.read',
  'GET /api/items/categories': 'catalogue.read',
  'POST /api/items/changes': 'catalogue.edit',
  'GET /api/items/export': 'catalogue.edit',
  'POST /api/items/export': 'catalogue.edit',
  'POST /api/items/grid': 'catalogue.edit',
  'GET /api/items/ids': 'catalogue.read',
  'POST /api/items/picture-matches': 'catalogue.edit',
  'POST /api/items/price-changes': 'catalogue.edit',
  'POST /api/items/price-changes/preview': 'catalogue.edit',
  'POST /api/items/price-changes/undo': 'catalogue.edit',
  'GET /api/items/specification-names': 'catalogue.read',
  'GET /api/keys': 'accounts.edit',
  'POST /api/keys': 'accounts.edit',
  'DELETE /api/keys/:id': 'accounts.edit',
  'GET /api/log': 'audit-log.read',
  'GET /api/log/people': 'audit-log.read',
  'GET /api/mail/state': 'session',
  'POST /api/products': 'catalogue.edit',
  'PUT /api/products/:id': 'catalogue.edit',
  'GET /api/quality/dismissals': 'catalogue.read',
  'POST /api/quality/dismissals': 'catalogue.edit',
  'DELETE /api/quality/dismissals/:key': 'catalogue.edit',
  'GET /api/quality/findings': 'catalogue.read',
  'GET /api/quality/findings/:key/ids': 'catalogue.read',
  'GET /api/quality/findings/:key/items': 'catalogue.read',
  'POST /api/quality/fixes': 'catalogue.edit',
  'POST /api/quality/fixes/preview': 'catalogue.edit',
  'POST /api/quality/fixes/undo': 'catalogue.edit',
  'GET /api/quotations': 'quotations.read',
  'POST /api/quotations': 'quotations.edit',
  'GET /api/quotations/:id': 'quotations.read',
  'PATCH /api/quotations/:id': 'quotations.edit',
  'DELETE /api/quotations/:id': 'quotations.edit',
  'GET /api/quotations/:id.pdf': 'quotations.read',
  'POST /api/quotations/:id/emails': 'quotations.edit',
  'POST /api/quotations/:id/erasure': 'settings.edit',
  'POST /api/quotations/:id/handled': 'quotations.edit',
  'GET /api/quotations/export': 'quotations.read',
  'GET /api/quotations/report': 'quotations.read',
  'GET /api/quotations/report.xlsx': 'quotations.read',
  'GET /api/today': 'quotations.read',
  'GET /api/today/count': 'quotations.read',
  'POST /api/enquiries/:id/emails': 'enquiries.edit',
  'POST /api/quotations/:id/answers': 'quotations.edit',
  'GET /api/quotations/:id/attachments/:attachmentId': 'quotations.read',
  'GET /api/quotations/:id/issues/:issueNo': 'quotations.read',
  'DELETE /api/quotations/:id/links': 'quotations.edit',
  'POST /api/quotations/:id/links': 'quotations.edit',
  'POST /api/quotations/:id/approve': 'quotations.approve',
  'POST /api/quotations/:id/confirm': 'quotations.edit',
  'POST /api/quotations/:id/discard-revision': 'quotations.edit',
  'PUT /api/quotations/:id/editor': 'quotations.edit',
  'POST /api/quotations/:id/issue': 'quotations.edit',
  'POST /api/quotations/:id/purchase-order': 'quotations.edit',
  'POST /api/quotations/:id/refuse': 'quotations.approve',
  'POST /api/quotations/:id/request-approval': 'quotations.edit',
  'POST /api/quotations/:id/revise': 'quotations.edit',
  'POST /api/quotations/:id/withdraw': 'quotations.edit',
  'POST /api/quotations/calculate': 'quotations.edit',
  'GET /api/quotations/settings': 'quotations.read',
  'PUT /api/quotations/settings': 'settings.edit',
  'DELETE /api/reviews/:id': 'reviews.edit',
  'PATCH /api/reviews/:id': 'reviews.edit',
  'GET /api/reviews/all': 'reviews.edit',
  'DELETE /api/search-misses': 'catalogue.edit',
  'DELETE /api/search-misses/:term': 'catalogue.edit',
  'POST /api/services': 'catalogue.edit',
  'PUT /api/services/:id': 'catalogue.edit',
  'PUT /api/services/:id/full': 'catalogue.edit',
  'PUT /api/site-content': 'settings.edit',
  'POST /api/site-content/trade-words': 'settings.edit',
  'GET /api/site-content/history': 'settings.edit',
  'GET /api/demo': 'settings.edit',
  'DELETE /api/demo': 'settings.edit',
  'POST /api/site-content/restoration': 'settings.edit',
  'DELETE /api/site-content/draft': 'settings.edit',
  'PUT /api/site-content/draft': 'settings.edit',
  'GET /api/site-content/edited': 'settings.edit',
  'DELETE /api/specification-template': 'catalogue.edit',
  'GET /api/specification-template': 'catalogue.read',
  'PUT /api/specification-template': 'catalogue.edit',
  'GET /api/specification-templates': 'catalogue.read',
  'POST /api/spareparts': 'catalogue.edit',
  'PUT /api/spareparts/:id': 'catalogue.edit',
  'PUT /api/spareparts/:id/full': 'catalogue.edit',
  'GET /api/staff': 'enquiries.read',
  'POST /api/upload-images': 'catalogue.edit',
}

/** Every call that visitors may make. Private pages need the secret in their address. */
const PUBLIC_CALLS = [
  'GET /*',
  'GET /admin',
  'GET /admin/*',
  'GET /api/comparison',
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/json',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /api/enquiries/attachments',
  'GET /api/facets',
  'GET /api/fits',
  'GET /api/job-finder',
  'GET /api/openapi.json',
  'GET /api/products',
  'GET /api/products/:id',
  'GET /api/products/featured',
  'GET /api/related/:id',
  'GET /api/relations/:id',
  'GET /api/reviews',
  'GET /api/services',
  'GET /api/services/:id',
  'GET /api/services/featured',
  'GET /api/site-content',
  'GET /api/spareparts',
  'GET /api/spareparts/:id',
  'GET /api/spareparts/featured',
  'GET /api/suggestions',
  'GET /api/summaries',
  'GET /assets/*',
  'GET /compare.pdf',
  'GET /documents/:id/:fileName',
  'GET /favicon.svg',
  'GET /healthz',
  'GET /media/:id/:file',
  'GET /office/*',
  'GET /page-state/*',
  'GET /product/:key.pdf',
  'GET /q',
  'GET /q/*',
  'GET /q/:secret',
  'GET /q/:secret/accept',
  'GET /q/:secret/contact',
  'GET /q/:secret/decline',
  'GET /q/:secret/document',
  'GET /q/:secret/files',
  'GET /q/:secret/issues/:issueNo',
  'GET /q/:secret/options',
  'GET /q/:secret/question',
  'GET /q/:secret/quotation/:quotationId',
  'GET /q/:secret/quotation/:quotationId/accept',
  'GET /q/:secret/quotation/:quotationId/decline',
  'GET /q/:secret/quotation/:quotationId/document',
  'GET /q/:secret/quotation/:quotationId/issues/:issueNo',
  'GET /q/:secret/quotation/:quotationId/options',
  'GET /q/:secret/quotation/:quotationId/question',
  'GET /q/:secret/quotation/:quotationId/renewal',
  'GET /q/:secret/renewal',
  'GET /readyz',
  'GET /robots.txt',
  'GET /sitemap-:number(^\\d{1,4}$).xml',
  'GET /sitemap.xml',
  'GET /welcome',
  'POST /api/auth/forgot',
  'POST /api/auth/login',
  'POST /api/auth/welcome',
  'POST /api/auth/welcome/check',
  'POST /api/enquiries',
  'POST /api/enquiries/attachments',
  'POST /api/enquiries/form',
  'POST /api/job-finder',
  'POST /api/reviews',
  'POST /api/search-misses',
  'POST /q',
  'POST /q/*',
  'POST /q/:secret/accept',
  'POST /q/:secret/contact',
  'POST /q/:secret/decline',
  'POST /q/:secret/files',
  'POST /q/:secret/options',
  'POST /q/:secret/question',
  'POST /q/:secret/quotation/:quotationId/accept',
  'POST /q/:secret/quotation/:quotationId/decline',
  'POST /q/:secret/quotation/:quotationId/options',
  'POST /q/:secret/quotation/:quotationId/question',
  'POST /q/:secret/quotation/:quotationId/renewal',
  'POST /q/:secret/renewal',
]

let site: TestSite
let keys: Record<KeyScope, SiteFetch>
/** A session of each role, until a call ends it. */
const sessions = new Map<Role, SiteFetch>()
async function getSession(role: Role): Promise<SiteFetch> {
  const session = sessions.get(role) ?? (await site.signIn(role))
  sessions.set(role, session)
  return session
}
beforeAll(async () => {
  // With pages and metrics, so that every route is registered.
  site = await startSite({ METRICS_TOKEN: 'a-token-for-the-metrics' }, { pages: true })
  const owner = await site.signIn('owner')
  const made = await Promise.all(
    KEY_SCOPES.map(async (scope) => [scope, (await createApiKey(site, owner, [scope])).fetch]),
  )
  keys = Object.fromEntries(made) as typeof keys
})
afterAll(() => site.close())

/** Returns the routes of the server, such as 'GET /api/log'. */
function listRoutes({ app }: TestSite): string[] {
  const above: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      // A part that only leads to routes has no methods.
      const [, indent, part, methods] = /^(.*?)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      const depth = indent.length / 4
      const path = (above[depth - 1] ?? '') + part
      above[depth] = path
      return (methods ?? '')
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => `${method} ${path}`)
    })
}

/** Requests an unknown id without a body. Returns 401 or 403, or 'allowed' for any other status. */
async function getStatus(call: string, fetch: SiteFetch): Promise<number | 'allowed'> {
  const [method = '', path = ''] = call.split(' ')
  const { status } = await fetch(path.replace(/:\w+(\([^)]*\))?/g, 'none'), { method })
  return status === 401 || status === 403 ? status : 'allowed'
}

test('[API-9] Every route either rejects visitors and is in the table of permissions, or is in the list of public ones', async () => {
  const calls = listRoutes(site)
  expect(calls).toContain('PUT /api/spareparts/:id/full')
  const closed: string[] = []
  const open: string[] = []
  for (const call of new Set(calls)) ((await getStatus(call, site.fetch)) === 401 ? closed : open).push(call)
  expect(closed.sort()).toEqual([...Object.keys(CALLS), 'GET /metrics'].sort())
  expect(open.sort()).toEqual(PUBLIC_CALLS.toSorted())
})

test.each(Object.entries(CALLS))('[API-9] %s requires the permission %s', async (call, required) => {
  const seen: Record<string, number | 'allowed'> = { visitor: await getStatus(call, site.fetch) }
  const expected: typeof seen = { visitor: 401 }
  for (const role of ROLE_NAMES) {
    seen[role] = await getStatus(call, await getSession(role))
    expected[role] = required === 'session' || ROLES[role].permissions.includes(required) ? 'allowed' : 403
  }
  if (call === 'POST /api/auth/logout') sessions.clear()
  for (const scope of KEY_SCOPES) {
    seen[scope] = await getStatus(call, keys[scope])
    expected[scope] = required === 'session' ? 401 : scope === required ? 'allowed' : 403
  }
  expect(seen).toEqual(expected)
  if (call.startsWith('GET')) {
    // A route without HEAD returns 404.
    expect((await site.fetch(call.slice(4), { method: 'HEAD' })).status).toBeOneOf([401, 404])
  }
})

test('[API-9] Roles have their permissions, and no API key can have those for accounts, settings, approvals and audit log', () => {
  expect(ROLES.sales.permissions).toEqual([
    'dashboard.read',
    'catalogue.read',
    'enquiries.read',
    'enquiries.edit',
    'quotations.read',
    'quotations.edit',
  ])
  expect(ROLES.editor.permissions).not.toContain('accounts.edit')
  expect(ROLES.editor.permissions).toHaveLength(ROLES.owner.permissions.length - 1)
  for (const closed of ['accounts.edit', 'settings.edit', 'quotations.approve', 'audit-log.read'])
    expect(KEY_SCOPES).not.toContain(closed)
})

test('[API-9] An API key with an unknown scope is rejected', async () => {
  const owner = await site.signIn('owner')
  for (const scope of ['accounts.edit', 'settings.edit', 'audit-log.read', 'everything']) {
    const reply = await owner('/api/keys', jsonBody('POST', { name: 'Too much', scopes: [scope] }))
    expect(reply.status, scope).toBe(400)
  }
  expect(await site.db.selectFrom('api_key').select('id').where('name', '=', 'Too much').execute()).toEqual(
    [],
  )
})
