import { beforeAll, describe, expect, test } from 'vitest'
import { expectOk, type Json } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

// With the pages, as in production: their bundle has copies of the schemas.
const { site } = startSiteOnce('owner', {}, { pages: true })
let description: Json
beforeAll(async () => {
  description = await expectOk(site.fetch('/api/openapi.json'))
})

const CALLS = [
  ...['products', 'spareparts', 'services'].flatMap((kind) => [
    ['get', `/api/${kind}`],
    ['get', `/api/${kind}/featured`],
    ['get', `/api/${kind}/{id}`],
    ['post', `/api/${kind}`],
    ['put', `/api/${kind}/{id}`],
  ]),
  ['put', '/api/spareparts/{id}/full'],
  ['put', '/api/services/{id}/full'],
  ['post', '/api/upload-images'],
  ['post', '/api/auth/login'],
] as [string, string][]

const getRequestBody = (method: string, path: string): Json =>
  description.paths[path][method].requestBody.content
const listProperties = (schema: Json): string[] => Object.keys(resolveRef(schema).properties)
const resolveRef = (schema: Json): Json =>
  schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1)] : schema

describe('The API description', () => {
  test.each(CALLS)(
    '[API-1, API-2, API-3, API-4, API-5, API-6, API-7] The API description contains %s %s',
    (method, path) => {
      const operation = description.paths[path]?.[method]
      expect(operation?.summary).toMatch(/\w/)
      expect(Object.keys(operation.responses).some((status) => /^20[01]$/.test(status))).toBe(true)
      expect(listProperties(operation.responses.default.content['application/json'].schema)).toContain(
        'message',
      )
    },
  )

  test.each([
    ['post', '/api/products'],
    ['put', '/api/products/{id}'],
    ['post', '/api/spareparts'],
    ['put', '/api/spareparts/{id}/full'],
  ] as const)('[API-4] The API description has %s %s as a form with pictures', (method, path) => {
    const { schema } = getRequestBody(method, path)['multipart/form-data']
    expect(listProperties(schema)).toEqual(
      expect.arrayContaining(['name', 'description', 'category', 'specifications', 'featured', 'images']),
    )
    expect(resolveRef(schema).properties.images).toMatchObject({ type: 'array', items: { format: 'binary' } })
  })

  test.each(['products', 'spareparts', 'services'])(
    '[API-7] The API description has PUT /api/%s/{id} with a JSON body',
    (kind) => {
      const { schema } = getRequestBody('put', `/api/${kind}/{id}`)['application/json']
      expect(listProperties(schema)).toEqual(['featured'])
      expect(resolveRef(schema)).toMatchObject({ required: ['featured'], additionalProperties: false })
    },
  )

  test('[API-6] The API description has services with a JSON body', () => {
    for (const [method, path] of [
      ['post', '/api/services'],
      ['put', '/api/services/{id}/full'],
    ] as const) {
      const { schema } = getRequestBody(method, path)['application/json']
      expect(listProperties(schema).sort().join(' ')).toBe(
        'availability captions code description draft featured gstRate hsn images leadTimeDays minimumQuantity name ' +
          'revision specification unit warrantyMonths',
      )
    }
  })

  test('[API-3] The API description has the specifications of each kind under its own field name', () => {
    const reply = (kind: string) =>
      description.paths[`/api/${kind}/{id}`].get.responses['200'].content['application/json'].schema
    expect(listProperties(reply('products'))).toEqual(
      expect.arrayContaining(['specifications', 'imageUrl', 'images']),
    )
    expect(listProperties(reply('spareparts'))).toEqual(
      expect.arrayContaining(['specs', 'price', 'imageUrl']),
    )
    expect(listProperties(reply('services'))).toContain('specification')
  })

  test.each([
    ['/api/quotations/{id}.pdf', 'application/pdf'],
    ['/api/quotations/report.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['/api/quotations/export', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['/api/items/export', 'text/csv'],
  ])('The API description has the file of %s with its content type', (path, type) => {
    const { 200: reply, default: problem } = description.paths[path].get.responses
    expect(reply.content[type].schema).toEqual({ type: 'string', format: 'binary' })
    expect(problem.content).toHaveProperty('application/json')
  })

  test('Every reference in the API description resolves', () => {
    expect(description.openapi).toMatch(/^3\.0/)
    const text = JSON.stringify(description)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) {
      const target = reference
        .replace('#/', '')
        .split('/')
        .reduce((at: Json, step) => at?.[step], description)
      expect(target, reference).toBeDefined()
    }
  })

  test('Every path in the API description is served', async () => {
    for (const [path, methods] of Object.entries<Json>(description.paths)) {
      for (const method of Object.keys(methods)) {
        const address = path.replaceAll(/\{\w+\}/g, 'none')
        const reply = await site.fetch(address, { method: method.toUpperCase() })
        expect(reply.status, `${method} ${path}`).toBeOneOf([200, 400, 401, 404, 415])
        expect(await reply.text(), `${method} ${path}`).not.toContain('There is nothing at this address.')
      }
    }
  })

  test('The API description is readable in a browser', async () => {
    const page = await site.fetch('/api/docs/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const scripts = [...(await page.text()).matchAll(/src="([^"]+\.js)"/g)].map(([, source]) => source!)
    expect(scripts.length).toBeGreaterThan(0)
    for (const source of scripts)
      expect((await site.fetch(new URL(source, page.url).pathname)).status).toBe(200)
  })
})
