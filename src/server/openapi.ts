import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createRouter } from './kernel/http/route.ts'
import { createContentSecurityPolicy } from './kernel/http/security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schemas of bodies that the handler parses itself, for the API description: JSON, and the fields of a multipart form. */
    body?: z.ZodType
    form?: z.ZodObject
  }
}

/** Swagger UI adds style elements to its page. */
const DOCS_CSP = createContentSecurityPolicy({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
})

/** Every multipart form without files of its own has this field for pictures. */
const IMAGES_FIELD = { images: z.array(z.string().meta({ format: 'binary' })).optional() }

/**
 * Describes the API in OpenAPI 3.0 from the schemas of the routes that are registered later: /api/openapi.json, and for
 * people /api/docs. `cookie`: the name of the session cookie.
 */
export async function registerOpenApi(app: FastifyInstance, { cookie }: { cookie: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      // Swagger UI takes 10 s to resolve 3.1 (decision 0242).
      openapi: '3.0.3',
      info: {
        title: 'Capstan',
        version: '1',
        description:
          'The catalogue, enquiries and accounts of the site. Every error response is JSON with a `message`. ' +
          'Other software sends an API key that an owner created under Accounts: `Authorization: Bearer capstan_…`.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookie },
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key. It has the permissions of its scopes.',
          },
        },
      },
    },
    transform: (document) => {
      const { schema: described, url } = jsonSchemaTransform(document)
      const schema = withFile(described)
      const { body, form } = document.route.config ?? {}
      if (!body && !form) return { schema, url }
      const content = {
        ...(form && {
          'multipart/form-data': {
            schema: toJsonSchema('file' in form.shape ? form : form.extend(IMAGES_FIELD)),
          },
        }),
        ...(body && { 'application/json': { schema: toJsonSchema(body) } }),
      }
      return { schema: { ...schema, body: { content } } as typeof schema, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_CSP,
    // Rendering all calls at once takes a minute.
    uiConfig: { docExpansion: 'none' },
  })
  createRouter(app)('GET /api/openapi.json', { permission: 'public' }, (_request, reply) =>
    reply.send(app.swagger()),
  )
}

/** Adds the response of a route that sends a file: its `produces` lists the content types. */
function withFile(schema: FastifySchema): FastifySchema {
  // Without `produces`, errors are JSON.
  const {
    produces = [],
    response = {},
    ...rest
  } = schema as { produces?: readonly string[]; response?: object }
  if (produces.length === 0 || '200' in response) return schema
  const content = produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])
  return {
    ...rest,
    response: { ...response, 200: { description: 'The file', content: Object.fromEntries(content) } },
  }
}

function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: 'openapi-3.0' })
}
