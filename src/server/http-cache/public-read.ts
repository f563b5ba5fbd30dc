import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { type ZodObject, type ZodType, z } from 'zod'
import { translateTexts } from '#contracts/fields/content-texts.ts'
import { TranslatedLanguage as TranslatedLanguageSchema } from '#contracts/translated-language.ts'
import type { TranslatedLanguage } from '#messages/language.ts'
import { isPreviewCall } from '#server/kernel/http/http.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { createNetworkQueue, type NetworkLimit, type Visitor } from '#server/kernel/http/rate-limit.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { BYTES_PER_CHARACTER, MAX_CACHED_BODY_BYTES, READ_CACHE_BYTES } from './limits.ts'
import type { PublicResponse, ResponseCache } from './response-cache.ts'
import { SingleFlightCache } from './single-flight-cache.ts'

/** Stands for the site's origin in cached texts. It is created at every start, so that stored content cannot contain it. */
const ORIGIN_PLACEHOLDER = `https://${randomUUID()}.invalid`

interface ReadResult<Body> {
  body: Body
  /** `cache-control: no-store` keeps the result out of the caches. */
  headers?: PublicResponse['headers']
}

/** `origin`: the scheme and host with which URLs in the result begin. */
interface ReadArgs<Params, Query> {
  params: Params
  query: Query
  origin: string
  /** The language of the texts, if it is not the one in which staff write. */
  language: TranslatedLanguage | undefined
}

type Translate = (text: string) => string | undefined
/** Opens the translations into a language. */
type OpenTranslations = (language: TranslatedLanguage) => Promise<Translate>

/** The parameter of every read. */
const LANGUAGE_PARAMETER = 'language'
const LanguageParameter = z.object({
  [LANGUAGE_PARAMETER]: TranslatedLanguageSchema.optional().meta({
    description: 'Texts of the content are those of this language, where they are translated',
  }),
})

/** A GET route whose result is the same for every anonymous visitor until public content changes. */
export interface PublicRead<Params, Query, Body> {
  /** Only the last segment may be a parameter, and its name is `id`. */
  path: string
  tag: string
  summary: string
  params?: ZodType<Params>
  /** Its fields are the only parameters that the result depends on. */
  query?: ZodObject & ZodType<Query>
  body: ZodType<Body>
  /** Translates a body of which some texts stay, by which something is found; by default all texts are translated. */
  translate?(body: Body, translate: Translate): Body
  /** Throws HttpProblem. Undefined: the result is too long to be held in memory, and `stream` sends it. */
  load(args: ReadArgs<Params, Query>): Promise<ReadResult<Body> | undefined>
  stream?(request: FastifyRequest, reply: FastifyReply, args: ReadArgs<Params, Query>): Promise<FastifyReply>
  /** Reads content that only this caller may see. It is used for previews and where `load` throws 404, and never cached. */
  loadPrivate?(request: FastifyRequest, args: ReadArgs<Params, Query>): Promise<Body>
}

/** The validated and serialised result of a read. */
interface CachedRead {
  /** JSON with ORIGIN_PLACEHOLDER instead of the origin. */
  text: string
  headers: PublicResponse['headers']
}

const MAX_STALL_MS = 60_000
const CONTENT_TYPE = 'application/json; charset=utf-8'

type AnyRead = PublicRead<unknown, unknown, unknown>
type AnyArgs = Omit<ReadArgs<unknown, unknown>, 'origin'>

/** Takes the language from the parameters that the read knows. */
function toArgs({ params, query: all }: { params: unknown; query: unknown }): AnyArgs {
  const { language, ...query } = all as z.infer<typeof LanguageParameter>
  return { params, query, language }
}

/** Count the reads of a network that are in no cache. */
interface ReadLimits {
  reads: NetworkLimit
  /** Those with a search, which take ten times as long as others. */
  searches: NetworkLimit
}

/**
 * All public reads. One definition serves the API route and server-side rendering; both use the same cached text
 * (decision 0132).
 */
export class PublicReads {
  readonly #reads = new Map<string, AnyRead>()
  /** It must be cleared whenever public content changes. */
  readonly cache = new SingleFlightCache<CachedRead>({ maxBytes: READ_CACHE_BYTES, getSize: getStoredSize })
  readonly #responseCache: ResponseCache
  readonly #limits: ReadLimits
  readonly #openTranslations: OpenTranslations
  readonly #enqueue = createNetworkQueue()
  /** A client that reads slowly holds up the lists of its own network only. */
  readonly #enqueueStream = createNetworkQueue()

  constructor(responseCache: ResponseCache, limits: ReadLimits, openTranslations: OpenTranslations) {
    this.#responseCache = responseCache
    this.#limits = limits
    this.#openTranslations = openTranslations
  }

  /** Registers the route and makes the read available to pages. */
  define<Params = unknown, Query = unknown, Body = unknown>(
    app: FastifyInstance,
    definition: PublicRead<Params, Query, Body>,
  ): void {
    const query = LanguageParameter.extend(definition.query?.shape ?? {})
    const read = { ...definition, query } as unknown as AnyRead
    const { path, tag, summary, params, body } = read
    this.#reads.set(path, read)
    createRouter(app, { tag })(
      `GET ${path}`,
      { permission: 'public', summary, reply: body, query, ...(params && { params }) },
      (request, reply) => this.#respond(read, request, reply),
    )
  }

  /**
   * Returns what the API would respond at this URL to the network of the visitor. Undefined for unknown paths, for results that
   * are streamed, and for faults: the caller requests these from the route.
   */
  async fetch(
    url: string,
    { origin, visitor }: { origin: string; visitor: Visitor },
  ): Promise<PublicResponse<string> | undefined> {
    const [path = '', search = ''] = url.split('?')
    const idStart = path.lastIndexOf('/') + 1
    const read = this.#reads.get(path) ?? this.#reads.get(`${path.slice(0, idStart)}:id`)
    if (!read) return undefined
    try {
      const result = await this.#load(read, { url, visitor }, () =>
        toArgs({
          params: read.params?.parse({ id: decodeURIComponent(path.slice(idStart)) }),
          query: read.query?.parse(Object.fromEntries(new URLSearchParams(search))),
        }),
      )
      if (!result) return undefined
      return toPublicResponse(result, origin)
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.cause !== undefined) return undefined
      return { status: error.status, headers: error.headers, body: JSON.stringify(error.toProblem()) }
    }
  }

  async #respond(read: AnyRead, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { siteOrigin: origin } = request
    const args = toArgs(request)
    const url = withKnownParameters(read, request.url)
    const respondPrivately = async () => {
      const body = await read.loadPrivate!(request, { ...args, origin })
      return reply
        .header('cache-control', 'no-store')
        .type(CONTENT_TYPE)
        .send(await this.#serialize(read, args, body))
    }
    if (read.loadPrivate && isPreviewCall(request)) return respondPrivately()
    const key = origin + url
    try {
      const response = await this.#responseCache.get(key, async () => {
        const result = await this.#load(read, { url, visitor: request }, () => args)
        return result && toPublicResponse(result, origin)
      })
      if (!response) return this.#stream(read, request, reply)
      return this.#responseCache.send(request, reply, key, response)
    } catch (error) {
      if (read.loadPrivate && isNotFound(error)) return respondPrivately()
      throw error
    }
  }

  /** Sends a result, two at a time to each network. */
  async #stream(read: AnyRead, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const args = { ...toArgs(request), origin: request.siteOrigin }
    return this.#enqueueStream(request, async () => {
      // A client that reads nothing any more gives its turn to others.
      reply.raw.setTimeout(MAX_STALL_MS, () => reply.raw.destroy())
      return read.stream!(request, reply, args)
    })
  }

  /** Returns a body as JSON. It is checked in English: a translation can be longer than the text that staff may enter. */
  async #serialize(read: AnyRead, { language }: Pick<AnyArgs, 'language'>, body: unknown): Promise<string> {
    const text = serializerCompiler({ schema: read.body, method: 'GET', url: read.path })(body)
    if (!language) return text
    const translate = await this.#openTranslations(language)
    return JSON.stringify((read.translate ?? translateTexts)(JSON.parse(text), translate))
  }

  #load(
    read: AnyRead,
    { url, visitor }: { url: string; visitor: Visitor },
    getArgs: () => AnyArgs,
  ): Promise<CachedRead | undefined> {
    return this.cache.get(url, async () => {
      const args = getArgs()
      await this.#limits.reads(visitor)
      if (new URLSearchParams(url.split('?')[1]).get('search')) await this.#limits.searches(visitor)
      const result = await this.#enqueue(visitor, () => read.load({ ...args, origin: ORIGIN_PLACEHOLDER }))
      if (!result) return undefined
      const text = await this.#serialize(read, args, result.body)
      return { text, headers: { 'cache-control': 'no-cache', ...result.headers } }
    })
  }
}

/** Returns the URL without parameters that the read does not have, so that they make no entries of the caches. */
function withKnownParameters({ query }: AnyRead, url: string): string {
  const end = url.indexOf('?')
  if (end < 0) return url
  const known = Object.keys(query?.shape ?? {})
  const isKnown = (part: string) => known.includes(new URLSearchParams(part).keys().next().value ?? '')
  const parts = url
    .slice(end + 1)
    .split('&')
    .filter(isKnown)
  return parts.length > 0 ? `${url.slice(0, end)}?${parts.join('&')}` : url.slice(0, end)
}

function getStoredSize({ text, headers }: CachedRead): number | undefined {
  const isStored = headers['cache-control'] !== 'no-store' && text.length <= MAX_CACHED_BODY_BYTES
  return isStored ? text.length * BYTES_PER_CHARACTER : undefined
}

const toPublicResponse = ({ text, headers }: CachedRead, origin: string): PublicResponse<string> => ({
  status: 200,
  headers: { ...headers, 'content-type': CONTENT_TYPE },
  body: insertOrigin(text, origin),
})

const insertOrigin = (text: string, origin: string) => text.replaceAll(ORIGIN_PLACEHOLDER, () => origin)

const isNotFound = (error: unknown): error is HttpProblem =>
  error instanceof HttpProblem && error.status === 404
