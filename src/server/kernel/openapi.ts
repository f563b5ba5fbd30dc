import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contracts of bodies that the handler reads itself; the documentation shows them. */
    body?: z.ZodType
    form?: z.ZodObject
    files?: boolean
  }
}

/** The page is another project's and brings style elements; scripts stay its own files. */
const DOCS_CSP = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

type JsonSchema = Record<string, unknown>

/** OpenAPI 3.1 from the routes' own schemas: /api/openapi.json, readable at /api/docs. Register before the routes. `cookie`: the session's. */
export async function registerOpenApi(app: FastifyInstance, { cookie }: { cookie: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Capstan',
        version: '1',
        description:
          'The catalogue, enquiries and accounts of the site. Every refusal is JSON with a `message`. ' +
          'Programs send a key that an owner made under Accounts: `Authorization: Bearer capstan_…`.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookie },
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of a program. It may do what its scopes say, never more.',
          },
        },
      },
    },
    transform: (document) => {
      const transformed = jsonSchemaTransform(document)
      const { body, form, files } = document.route.config ?? {}
      if (!body && !form) return transformed
      const content = {
        ...(form && { 'multipart/form-data': { schema: toFormSchema(form, files ?? false) } }),
        ...(body && { 'application/json': { schema: toJsonSchema(body) } }),
      }
      return {
        ...transformed,
        schema: { ...transformed.schema, body: { content } } as typeof transformed.schema,
      }
    },
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_CSP })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

function toFormSchema(form: z.ZodObject, files: boolean): JsonSchema {
  const schema = toJsonSchema(form) as { properties?: JsonSchema }
  const images = { type: 'array', items: { type: 'string', format: 'binary' } }
  return { ...schema, properties: { ...schema.properties, ...(files && { images }) } }
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema)
  return rest
}
