import fc from 'fast-check'
import { CATALOGUE_PARAMS } from '#web/site/document/served-pages.ts'
import { createSchemaArbitrary, hostileText, type Schema } from './schema-arbitraries.ts'

/** The API description as returned by `/api/openapi.json`. */
export interface OpenApiDescription {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}
interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface FuzzRequest {
  method: string
  path: string
  /** The JSON body, unless the request is a form. */
  json?: unknown
  form?: [name: string, value: string | Uint8Array][]
  headers: Record<string, string>
}

const HEADERS = [
  'accept-encoding',
  'if-none-match',
  'idempotency-key',
  'x-forwarded-host',
  'x-forwarded-proto',
  'range',
  'accept',
  'origin',
  'sec-fetch-site',
  'x-http-method-override',
]
/** Paths of pages and files, which the description omits. */
const OTHER_PATHS = [
  '/',
  '/products',
  '/product/',
  '/admin',
  '/admin/',
  '/media/',
  '/sitemap.xml',
  '/robots.txt',
  '/assets/',
  '/welcome',
  '/api/',
]
const MAX_URL_LENGTH = 2000
/** Node accepts no other characters in a header. */
const headerText = hostileText.map((text) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, MAX_URL_LENGTH),
)

/** Generates requests for every operation of the description and for some unknown ones. `known`: existing ids. */
export function createRequestArbitrary(
  { paths, components }: OpenApiDescription,
  known: string[],
): fc.Arbitrary<FuzzRequest> {
  const schemas = components?.schemas ?? {}
  const values = (schema: Schema) => createSchemaArbitrary(schema, known, schemas)
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      createOperationArbitrary({ method, path, operation, values }),
    ),
  )
  return fc.oneof(
    { arbitrary: fc.oneof(...described), weight: 9 },
    { arbitrary: createUndocumentedArbitrary(known), weight: 1 },
    { arbitrary: cataloguePageArbitrary, weight: 1 },
  )
}

interface Call {
  method: string
  path: string
  operation: Operation
  values(schema: Schema): fc.Arbitrary<unknown>
}

function createOperationArbitrary({ method, path, operation, values }: Call): fc.Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? []
  const inPath = Object.fromEntries(
    parameters.filter((each) => each.in === 'path').map(({ name, schema }) => [name, values(schema)]),
  )
  const inQuery = Object.fromEntries(
    parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, values(schema)]),
  )
  return fc
    .record({
      inPath: fc.record(inPath),
      inQuery: fc.record(inQuery, { requiredKeys: [] }),
      headers,
      body: createBodyArbitrary(operation, values),
    })
    .map(({ inPath, inQuery, headers, body }) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, (_, name) => encodeUrlPart(inPath[name])) + toQueryString(inQuery),
      headers,
      ...body,
    }))
}

function createBodyArbitrary(
  { requestBody }: Operation,
  values: Call['values'],
): fc.Arbitrary<Pick<FuzzRequest, 'json' | 'form'>> {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  const kinds = [
    ...(json ? [values(json.schema).map((value) => ({ json: value }))] : []),
    ...(form ? [values(form.schema).map((value) => ({ form: toFormFields(value) }))] : []),
  ]
  return kinds.length > 0 ? fc.oneof(...kinds) : fc.constant({})
}

/** Generates the fields of a form; files are sent as files. */
function toFormFields(value: unknown): [string, string | Uint8Array][] {
  if (typeof value !== 'object' || value === null) return [['text', String(value)]]
  return Object.entries(value).flatMap(([name, entry]): [string, string | Uint8Array][] =>
    name === 'images' && Array.isArray(entry)
      ? entry.map((each) => [name, new TextEncoder().encode(asText(each))])
      : [[name, asText(entry)]],
  )
}

function createUndocumentedArbitrary(known: string[]): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
      start: fc.constantFrom(...OTHER_PATHS),
      rest: fc.oneof(fc.constantFrom(...known), hostileText, fc.webPath()),
      query: fc.oneof(fc.webQueryParameters(), hostileText),
      headers,
    })
    .map(({ method, start, rest, query, headers }) => ({
      method,
      path: `${start}${encodeUrlPart(rest)}?${encodeUrlPart(query)}`,
      headers,
    }))
}

const cataloguePageArbitrary: fc.Arbitrary<FuzzRequest> = fc
  .dictionary(
    fc.constantFrom(...CATALOGUE_PARAMS),
    fc.oneof(
      fc.constantFrom('spares', 'services', 'list', 'price', 'true', '24', 'bore.mm:2..30'),
      hostileText,
    ),
    { maxKeys: 4 },
  )
  .map((query) => ({ method: 'GET', path: `/products${toQueryString(query)}`, headers: {} }))

const headers = fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 2 })

const toQueryString = (query: Record<string, unknown>): string =>
  `?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeUrlPart(value)}`)
    .join('&')}`

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Escapes a path like a browser; an unpaired surrogate becomes an invalid escape. Node accepts a head of 16 kB. */
function encodeUrlPart(value: unknown): string {
  try {
    return encodeURIComponent(asText(value)).slice(0, MAX_URL_LENGTH)
  } catch {
    return '%ED%A0%80'
  }
}
