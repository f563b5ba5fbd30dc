import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { encode, type output, type ZodType } from 'zod'
import { HttpProblem } from '#server/kernel/problem.ts'
import type { CacheStats } from './cache-stats.ts'
import { SingleFlightCache } from './single-flight-cache.ts'

const MAX_CACHE_BYTES = 4_000_000
/** Two bytes a letter. */
const BYTES_PER_CHAR = 2
/** In place of the site's origin while an answer is kept; made anew at every start, so that nothing stored holds it. */
const ORIGIN_PLACEHOLDER = `https://${randomUUID()}.invalid`

/** A public read's answer. */
interface LoaderResult<Body> {
  body: Body
  headers?: Record<string, string | number>
  /** Stands in for what could not be read: sent, and kept for nobody. */
  isFallback?: boolean
}

/** `origin`: where the addresses in the answer begin. */
type LoaderArgs<Params, Query> = { params: Params; query: Query; origin: string }

/** A read that strangers make at one of the API's addresses, and pages without a request between. */
export interface PageDataLoader<Params, Query, Body> {
  /** As its route has it; at most the last part is a parameter. */
  path: string
  params?: ZodType<Params>
  query?: ZodType<Query>
  body: ZodType<Body>
  /** Throws refusals. Undefined: only the route can answer this. */
  load(args: LoaderArgs<Params, Query>): Promise<LoaderResult<Body> | undefined>
  /** Told of every answer that a page was given, kept or not. */
  onLoad?(request: { url: string; ip: string }, headers: Record<string, string | number>): void
}

/** As much of a `Response` as a page reads. */
export interface InProcessResponse {
  ok: boolean
  status: number
  statusText: string
  headers: { get(name: string): string | null }
  text(): Promise<string>
  json(): Promise<unknown>
}

/** On whose behalf a page asks. */
interface RequestContext {
  origin: string
  ip: string
}

interface CachedResult {
  text: string
  headers: Record<string, string | number>
  isFallback: boolean
}

/**
 * The API's public reads as functions: a page is answered what a request would be, by the same checks of what was asked
 * and the same schema of what is answered, without hooks and headers. Answers are kept by address until `clear`, for all
 * names of the site: the origin is put in when one is given out.
 */
export class PageDataRegistry {
  readonly #loaders = new Map<string, PageDataLoader<unknown, unknown, unknown>>()
  readonly #cache: SingleFlightCache<CachedResult | undefined>

  constructor(stats: CacheStats) {
    this.#cache = new SingleFlightCache<CachedResult | undefined>(
      MAX_CACHE_BYTES,
      (result) => (result && !result.isFallback ? result.text.length * BYTES_PER_CHAR : undefined),
      stats,
    )
  }

  /** Lets pages make this read; its route answers with the same function, which is given back. */
  register<Params, Query, Body>(
    loader: PageDataLoader<Params, Query, Body>,
  ): PageDataLoader<Params, Query, Body>['load'] {
    this.#loaders.set(loader.path, loader as PageDataLoader<unknown, unknown, unknown>)
    return loader.load
  }

  /** What the API answers at this address; undefined where that takes a request: failures, and whatever is not offered. */
  async fetch(url: string, { origin, ip }: RequestContext): Promise<InProcessResponse | undefined> {
    const [path = '', search = ''] = url.split('?')
    const lastSegmentStart = path.lastIndexOf('/') + 1
    const loader = this.#loaders.get(path) ?? this.#loaders.get(`${path.slice(0, lastSegmentStart)}:id`)
    if (!loader) return undefined
    const params = { id: decodeURIComponent(path.slice(lastSegmentStart)) }
    const query = Object.fromEntries(new URLSearchParams(search))
    try {
      const result = await this.#cache.get(url, () => runLoader(loader, params, query))
      if (!result) return undefined
      loader.onLoad?.({ url, ip }, result.headers)
      return toInProcessResponse(
        200,
        result.text.replaceAll(ORIGIN_PLACEHOLDER, () => origin),
        result.headers,
      )
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status !== 404) return undefined
      return toInProcessResponse(404, JSON.stringify(error.toProblem()), {})
    }
  }

  clear(): void {
    this.#cache.clear()
  }
}

async function runLoader(
  loader: PageDataLoader<unknown, unknown, unknown>,
  params: unknown,
  query: unknown,
): Promise<CachedResult | undefined> {
  const result = await loader.load({
    params: loader.params?.parse(params),
    query: loader.query?.parse(query),
    origin: ORIGIN_PLACEHOLDER,
  })
  if (!result) return undefined
  const { body, headers = {}, isFallback = false } = result
  return {
    text: JSON.stringify(encode(loader.body, body as output<typeof loader.body>)),
    headers,
    isFallback,
  }
}

function toInProcessResponse(
  status: number,
  text: string,
  headers: Record<string, string | number>,
): InProcessResponse {
  return {
    ok: status === 200,
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { get: (name) => headers[name]?.toString() ?? null },
    text: async () => text,
    json: async () => JSON.parse(text),
  }
}
