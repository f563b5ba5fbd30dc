import { beforeAll, expect, test } from 'vitest'
import { KEY_SCOPES, type KeyScope, type Permission } from '#contracts/account/permission.ts'
import { ROLE_NAMES, ROLES, type Role } from '#contracts/account/role.ts'
import { isFixedPath } from '#server/site-content/publications/rules.ts'
import { createApiKey } from '../../support/fixtures/accounts.ts'
import type { SiteFetch } from '../../support/http-client.ts'
import type { TestSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

/** Every call that rejects visitors by the permission that it requires; 'session' is a session of any role. */
const CALLS: Record<Permission | 'session', string[]> = {
  session: [
    ...['GET /api/account', 'PATCH /api/account', 'PUT /api/account/password'],
    ...['PUT /api/account/second-factor', 'POST /api/account/second-factor/removal'],
    ...['POST /api/account/second-factor/secret', 'DELETE /api/account/sessions'],
    ...['GET /api/account/sessions', 'DELETE /api/account/sessions/:id', 'POST /api/auth/logout'],
    ...['GET /api/auth/me', 'PUT /api/dashboard/getting-started', 'GET /api/mail/state'],
  ],
  'accounts.edit': [
    ...['GET /api/accounts', 'POST /api/accounts', 'DELETE /api/accounts/:id', 'PATCH /api/accounts/:id'],
    ...['POST /api/accounts/:id/link', 'DELETE /api/accounts/:id/second-factor', 'GET /api/keys'],
    ...['POST /api/keys', 'DELETE /api/keys/:id'],
  ],
  'audit-log.read': ['GET /api/log', 'GET /api/log/people'],
  'catalogue.edit': [
    ...['GET /api/imports', 'POST /api/imports', 'GET /api/imports/:id', 'DELETE /api/imports/:id'],
    ...['POST /api/imports/:id/apply', 'POST /api/imports/:id/cancel', 'PUT /api/imports/:id/columns'],
    ...['PUT /api/imports/:id/conflicts', 'GET /api/imports/:id/marked-file', 'GET /api/imports/:id/rows'],
    ...['GET /api/imports/:id/undo', 'POST /api/imports/:id/undo', 'PATCH /api/items'],
    ...['DELETE /api/items/:id', 'POST /api/items/:id/copies', 'POST /api/items/:id/documents'],
    ...['DELETE /api/items/:id/documents/:documentId', 'PATCH /api/items/:id/documents/:documentId'],
    ...['POST /api/items/:id/documents/:documentId/restoration', 'POST /api/items/:id/drawings'],
    ...['PUT /api/items/:id/drawings/:drawingId', 'PUT /api/items/:id/drawings/:drawingId/picture'],
    ...['DELETE /api/items/:id/drawings/:drawingId', 'POST /api/items/:id/pictures'],
    ...['POST /api/items/:id/relations', 'PUT /api/items/:id/relations/:relationId'],
    ...['DELETE /api/items/:id/relations/:relationId', 'POST /api/items/:id/restoration'],
    ...['POST /api/items/changes', 'GET /api/items/export', 'POST /api/items/export', 'POST /api/items/grid'],
    ...['POST /api/items/picture-matches', 'POST /api/items/price-changes'],
    ...['POST /api/items/price-changes/preview', 'POST /api/items/price-changes/undo', 'POST /api/products'],
    ...['PUT /api/products/:id', 'POST /api/quality/dismissals', 'DELETE /api/quality/dismissals/:key'],
    ...['POST /api/quality/fixes', 'POST /api/quality/fixes/preview', 'POST /api/quality/fixes/undo'],
    ...['DELETE /api/search-misses', 'DELETE /api/search-misses/:term', 'POST /api/services'],
    ...['PUT /api/services/:id', 'PUT /api/services/:id/full', 'DELETE /api/specification-template'],
    ...['PUT /api/specification-template', 'POST /api/spareparts', 'PUT /api/spareparts/:id'],
    ...['PUT /api/spareparts/:id/full', 'POST /api/upload-images'],
  ],
  'catalogue.read': [
    ...['GET /api/items', 'GET /api/items/:id/documents', 'GET /api/items/:id/drawings'],
    ...['GET /api/items/:id/history', 'GET /api/items/:id/relation-groups', 'GET /api/items/:id/relations'],
    ...['GET /api/items/:id/uses', 'GET /api/items/categories', 'GET /api/items/ids'],
    ...['GET /api/items/specification-names', 'GET /api/quality/dismissals', 'GET /api/quality/findings'],
    ...['GET /api/quality/findings/:key/ids', 'GET /api/quality/findings/:key/items'],
    ...['GET /api/specification-template', 'GET /api/specification-templates'],
  ],
  'dashboard.read': ['GET /api/dashboard', 'GET /api/visits/report', 'GET /api/visits/report.csv'],
  'enquiries.edit': [
    ...['PATCH /api/enquiries/:id', 'PUT /api/enquiries/:id/customer', 'POST /api/enquiries/:id/notes'],
    ...['POST /api/enquiries/by-staff', 'POST /api/enquiries/:id/emails'],
  ],
  'enquiries.read': [
    ...['GET /api/customers', 'GET /api/customers/:id', 'GET /api/enquiries', 'GET /api/enquiries.csv'],
    ...['GET /api/enquiries/:id', 'GET /api/enquiries/:id/attachments/:attachmentId'],
    ...['GET /api/enquiries/counts', 'GET /api/staff'],
  ],
  'quotations.approve': ['POST /api/quotations/:id/approve', 'POST /api/quotations/:id/refuse'],
  'quotations.edit': [
    ...['POST /api/quotations', 'PATCH /api/quotations/:id', 'DELETE /api/quotations/:id'],
    ...['POST /api/quotations/:id/emails', 'POST /api/quotations/:id/handled'],
    ...['POST /api/quotations/:id/answers', 'DELETE /api/quotations/:id/links'],
    ...['POST /api/quotations/:id/links', 'POST /api/quotations/:id/confirm'],
    ...['POST /api/quotations/:id/discard-revision', 'PUT /api/quotations/:id/editor'],
    ...['POST /api/quotations/:id/issue', 'POST /api/quotations/:id/purchase-order'],
    ...['POST /api/quotations/:id/request-approval', 'POST /api/quotations/:id/revise'],
    ...['POST /api/quotations/:id/withdraw', 'POST /api/quotations/calculate'],
  ],
  'quotations.read': [
    ...['GET /api/quotations', 'GET /api/quotations/:id', 'GET /api/quotations/:id.pdf'],
    ...['GET /api/quotations/export', 'GET /api/quotations/report', 'GET /api/quotations/report.xlsx'],
    ...['GET /api/today', 'GET /api/today/count', 'GET /api/quotations/:id/attachments/:attachmentId'],
    ...['GET /api/quotations/:id/issues/:issueNo', 'GET /api/quotations/settings'],
  ],
  'reviews.edit': ['DELETE /api/reviews/:id', 'PATCH /api/reviews/:id', 'GET /api/reviews/all'],
  'settings.edit': [
    ...['GET /api/customers/:id/data', 'POST /api/customers/:id/erasure'],
    ...['PUT /api/dashboard/step-confirmation', 'POST /api/quotations/:id/erasure'],
    ...['PUT /api/quotations/settings', 'PUT /api/site-content', 'POST /api/site-content/trade-words'],
    ...['GET /api/site-content/history', 'GET /api/demo', 'DELETE /api/demo'],
    ...['POST /api/site-content/restoration', 'DELETE /api/site-content/draft'],
    ...['PUT /api/site-content/draft', 'GET /api/site-content/edited'],
    ...['GET /api/publications', 'POST /api/publications', 'GET /api/publications/:id'],
    ...['PUT /api/publications/:id', 'PATCH /api/publications/:id', 'DELETE /api/publications/:id'],
    ...['GET /api/publications/:id/history', 'POST /api/publications/:id/restoration'],
    ...['GET /api/publications/templates', 'POST /api/site-files'],
    ...['GET /api/translations', 'GET /api/translations/progress', 'PUT /api/translations'],
  ],
}

/** Every call that visitors may make. Private pages need the secret in their address. */
const PUBLIC_CALLS = [
  ...[
    'GET /*',
    'GET /admin',
    'GET /admin/*',
    'GET /api/articles',
    'GET /api/articles/:id',
    'GET /api/comparison',
    'GET /api/docs',
    'GET /api/docs/',
  ],
  ...['GET /api/docs/json', 'GET /api/docs/static/*', 'GET /api/docs/static/index.html'],
  ...['GET /api/docs/static/swagger-initializer.js', 'GET /api/docs/yaml', 'GET /api/enquiries/attachments'],
  ...[
    'GET /api/facets',
    'GET /api/fits',
    'GET /api/job-finder',
    'GET /api/openapi.json',
    'GET /api/pages',
    'GET /api/pages/:id',
  ],
  ...['GET /api/products', 'GET /api/products/:id', 'GET /api/products/featured', 'GET /api/related/:id'],
  ...['GET /api/relations/:id', 'GET /api/reviews', 'GET /api/services', 'GET /api/services/:id'],
  ...['GET /api/services/featured', 'GET /api/site-content', 'GET /api/spareparts'],
  ...['GET /api/spareparts/:id', 'GET /api/spareparts/featured', 'GET /api/suggestions'],
  ...['GET /api/summaries', 'GET /assets/*', 'GET /compare.pdf', 'GET /documents/:id/:fileName'],
  'GET /files/:id/:fileName',
  'GET /social/:type/:slug.jpg',
  ...['GET /favicon.svg', 'GET /healthz', 'GET /media/:id/:file', 'GET /office/*', 'GET /page-state/*'],
  ...['GET /product/:key.pdf', 'GET /q', 'GET /q/*', 'GET /q/:secret', 'GET /q/:secret/accept'],
  ...['GET /q/:secret/contact', 'GET /q/:secret/decline', 'GET /q/:secret/document', 'GET /q/:secret/files'],
  ...['GET /q/:secret/issues/:issueNo', 'GET /q/:secret/options', 'GET /q/:secret/question'],
  ...['GET /q/:secret/quotation/:quotationId', 'GET /q/:secret/quotation/:quotationId/accept'],
  ...['GET /q/:secret/quotation/:quotationId/decline', 'GET /q/:secret/quotation/:quotationId/document'],
  'GET /q/:secret/quotation/:quotationId/issues/:issueNo',
  ...['GET /q/:secret/quotation/:quotationId/options', 'GET /q/:secret/quotation/:quotationId/question'],
  ...['GET /q/:secret/quotation/:quotationId/renewal', 'GET /q/:secret/renewal', 'GET /readyz'],
  ...[
    'GET /robots.txt',
    'GET /sitemap-:number(^\\d{1,4}$).xml',
    'GET /sitemap.xml',
    'GET /articles.xml',
    'GET /llms.txt',
    'GET /welcome',
  ],
  ...['POST /api/auth/forgot', 'POST /api/auth/login', 'POST /api/auth/welcome'],
  ...['POST /api/auth/welcome/check', 'POST /api/enquiries', 'POST /api/enquiries/attachments'],
  ...['POST /api/enquiries/form', 'POST /api/job-finder', 'POST /api/reviews', 'POST /api/search-misses'],
  'POST /api/visits',
  ...['POST /q', 'POST /q/*', 'POST /q/:secret/accept', 'POST /q/:secret/contact', 'POST /q/:secret/decline'],
  ...['POST /q/:secret/files', 'POST /q/:secret/options', 'POST /q/:secret/question'],
  ...['POST /q/:secret/quotation/:quotationId/accept', 'POST /q/:secret/quotation/:quotationId/decline'],
  ...['POST /q/:secret/quotation/:quotationId/options', 'POST /q/:secret/quotation/:quotationId/question'],
  ...['POST /q/:secret/quotation/:quotationId/renewal', 'POST /q/:secret/renewal'],
]

let keys: Record<KeyScope, SiteFetch>
/** A session of each role, until a call ends it. */
const sessions = new Map<Role, SiteFetch>()
async function getSession(role: Role): Promise<SiteFetch> {
  const session = sessions.get(role) ?? (await site.signIn(role))
  sessions.set(role, session)
  return session
}
// With pages and metrics, so that every route is registered.
const { site, staff: owner } = startSiteOnce(
  'owner',
  { METRICS_TOKEN: 'a-token-for-the-metrics' },
  { pages: true },
)
beforeAll(async () => {
  const made = await Promise.all(
    KEY_SCOPES.map(async (scope) => [scope, (await createApiKey(site, owner, [scope])).fetch]),
  )
  keys = Object.fromEntries(made) as typeof keys
})

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

test('No page that staff write takes the address of a route', () => {
  const firstParts = listRoutes(site).map((call) => /^\w+ \/([a-z-]+)(?:\/|$)/.exec(call)?.[1] ?? '')
  expect(new Set(firstParts.filter((part) => part && !isFixedPath(part)))).toEqual(new Set())
})

test('[API-9] Every route either rejects visitors and is in the table of permissions, or is in the list of public ones', async () => {
  const calls = listRoutes(site)
  expect(calls).toContain('PUT /api/spareparts/:id/full')
  const closed: string[] = []
  const open: string[] = []
  for (const call of new Set(calls)) ((await getStatus(call, site.fetch)) === 401 ? closed : open).push(call)
  expect(closed.sort()).toEqual([...Object.values(CALLS).flat(), 'GET /metrics'].sort())
  expect(open.sort()).toEqual(PUBLIC_CALLS.toSorted())
})

const requirements = Object.entries(CALLS).flatMap(([permission, calls]) =>
  calls.map((call) => [call, permission as keyof typeof CALLS] as const),
)
test.each(requirements)('[API-9] %s requires the permission %s', async (call, required) => {
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
