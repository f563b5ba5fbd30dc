import type { Readable } from 'node:stream'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import { z } from 'zod'
import type { Page } from '#contracts/page.ts'
import type { Access, Actor, Guard, SessionActor } from './guard.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a route is. With none of `reply`, `page` and `produces` the response is 204 without a body. */
interface Definition<A, Params, Query, Body, Reply, Item> {
  /** 'public': everyone. */
  permission: A | 'public'
  /** Without one, the route is not part of the API description, and its response is what the handler returns. */
  summary?: string
  /** By default, every parameter is an id. */
  params?: Params
  query?: Query
  body?: Body
  /** The fields of a multipart form, which the handler reads. A route with `body` accepts either, and parses both. */
  form?: z.ZodObject
  reply?: Reply
  page?: Item
  /** The content types of a file. */
  produces?: readonly string[]
  /** 200 by default. Of two, the handler sets the second one. */
  status?: 201 | 202 | readonly [201, 200]
  /** Of one network. */
  rateLimit?: { max: number; timeWindow: string }
  config?: FastifyContextConfig
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? NameOf<Param> | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Param}`
    ? NameOf<Param>
    : never
/** Without a pattern or an extension. */
type NameOf<Param extends string> = Param extends `${infer Name}${'(' | '.'}${string}` ? Name : Param

type RouteRequest<A, Params, Query, Body> = FastifyRequest & {
  params: Params
  query: Query
  body: Body
  actor: [A] extends [never] ? null : A extends 'session' ? SessionActor : Actor
}

type FileContent = Readable | Buffer | string
type Result<Reply extends z.ZodType, Item extends z.ZodType> = [z.input<Item>] extends [never]
  ? z.input<Reply> | FileContent | FastifyReply
  : Page<z.input<Item>>

/**
 * Registers one route. The handler returns the body, and uses the reply for headers only. A request comes to it if the caller
 * has the permission and the parameters are valid.
 */
export type Route = <
  Path extends string,
  A extends Access = never,
  Params extends z.ZodType = z.ZodType<Record<ParamNames<Path>, string>>,
  Query extends z.ZodType = z.ZodUnknown,
  Body extends z.ZodType = z.ZodUnknown,
  Reply extends z.ZodType = z.ZodVoid,
  Item extends z.ZodType = z.ZodNever,
>(
  address: `${Method} ${Path}`,
  definition: Definition<A, Params, Query, Body, Reply, Item>,
  handler: (
    request: RouteRequest<A, z.output<Params>, z.output<Query>, z.output<Body>>,
    reply: FastifyReply,
  ) => Result<Reply, Item> | Promise<Result<Reply, Item>>,
) => void

interface RouterOptions {
  /** Routes with another permission than 'public' need it. */
  guard?: Guard
  /** Groups the routes in the API description. */
  tag?: string
}

type AnyDefinition = Definition<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType, z.ZodType>

/** Returns the function with which a module registers its routes. */
export const createRouter = (app: FastifyInstance, { guard, tag }: RouterOptions = {}): Route =>
  function route(address, definition, handler) {
    const { permission, page, form, rateLimit, produces, config } = definition as AnyDefinition
    const { body, summary } = definition as AnyDefinition
    const [method, url] = address.split(' ') as [Method, string]
    const isEmpty = summary !== undefined && !definition.reply && !page && !produces
    const statuses = [definition.status ?? (isEmpty ? 204 : 200)].flat()
    if (permission !== 'public' && !guard) throw new Error(`${address} has a permission but no guard`)
    app.route({
      method,
      url,
      schema: createSchema(url, definition as AnyDefinition, { tag, statuses }),
      config: {
        ...config,
        ...(rateLimit && { rateLimit }),
        ...(form && { form, ...(body && { body }) }),
      },
      ...(guard && permission !== 'public' && { onRequest: guard.requires(permission) }),
      ...(produces && { exposeHeadRoute: false }),
      async handler(request, reply) {
        // Fastify chooses the status of a redirect unless one is set.
        if (statuses[0] !== 200) reply.code(statuses[0]!)
        const result = await handler(request as Parameters<typeof handler>[0], reply)
        if (isEmpty) return null
        if (!page) return result
        const { items, total } = result as Page<unknown>
        reply.header('x-total-count', total)
        return items
      },
    })
  }

/** An id of something stored. */
export const Id = z.string().max(100)
/** The revision that a request without a body is based on. */
export const BaseRevision = z.object({ revision: z.coerce.number().int().optional() })

/** Returns the schemas by which requests are checked and responses are serialised, for the API description as well. */
function createSchema(
  url: string,
  { summary, params, query, body, form, reply, page, produces }: AnyDefinition,
  { tag, statuses }: { tag: string | undefined; statuses: number[] },
): FastifySchema {
  const ids = [...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, Id])
  const content = page ? z.array(page) : (reply ?? z.null())
  const documented = {
    summary,
    tags: tag && [tag],
    produces,
    params: ids.length > 0 ? z.object(Object.fromEntries(ids)) : undefined,
    response: produces ? undefined : Object.fromEntries(statuses.map((status) => [status, content])),
  }
  const schema = {
    ...(summary === undefined ? { hide: true } : documented),
    ...(params && { params }),
    querystring: query,
    body: form ? undefined : body,
  }
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
}
