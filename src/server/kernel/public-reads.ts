import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { encode, type output, type ZodType } from 'zod'
import { Keeper } from './keeper.ts'
import { Refusal } from './problem.ts'
import type { Tally } from './tally.ts'

const KEPT_BYTES = 4_000_000
/** Two bytes a letter. */
const BYTES_A_LETTER = 2
/** In place of the site's origin while an answer is kept; made anew at every start, so that nothing stored holds it. */
const ANY_ORIGIN = `https://${randomUUID()}.invalid`

/** A public read's answer. */
export interface Answer<Body> {
  body: Body
  headers?: Record<string, string | number>
  /** Stands in for what could not be read: sent, and kept for nobody. */
  isStopgap?: boolean
}

/** `origin`: where the addresses in the answer begin. */
type Asked<Params, Query> = { params: Params; query: Query; origin: string }

/** A read that strangers make at one of the API's addresses, and pages without a request between. */
export interface PublicRead<Params, Query, Body> {
  /** As its route has it; at most the last part is a parameter. */
  path: string
  params?: ZodType<Params>
  query?: ZodType<Query>
  body: ZodType<Body>
  /** Throws refusals. Undefined: only the route can answer this. */
  answer(asked: Asked<Params, Query>): Promise<Answer<Body> | undefined>
  /** Told of every answer that a page was given, kept or not. */
  onAnswer?(asked: { url: string; ip: string }, headers: Record<string, string | number>): void
}

/** As much of a `Response` as a page reads. */
export interface PageReply {
  ok: boolean
  status: number
  statusText: string
  headers: { get(name: string): string | null }
  text(): Promise<string>
  json(): Promise<unknown>
}

/** On whose behalf a page asks. */
interface Asker {
  origin: string
  ip: string
}

interface Kept {
  text: string
  headers: Record<string, string | number>
  isStopgap: boolean
}

/**
 * The API's public reads as functions: a page is answered what a request would be, by the same checks of what was asked
 * and the same schema of what is answered, without hooks and headers. Answers are kept by address until `clear`, for all
 * names of the site: the origin is put in when one is given out.
 */
export class PublicReads {
  readonly #reads = new Map<string, PublicRead<unknown, unknown, unknown>>()
  readonly #kept: Keeper<Kept | undefined>

  constructor(tally: Tally) {
    this.#kept = new Keeper<Kept | undefined>(
      KEPT_BYTES,
      (kept) => (kept && !kept.isStopgap ? kept.text.length * BYTES_A_LETTER : undefined),
      tally,
    )
  }

  /** Lets pages make this read; its route answers with the same function, which is given back. */
  offer<Params, Query, Body>(
    read: PublicRead<Params, Query, Body>,
  ): PublicRead<Params, Query, Body>['answer'] {
    this.#reads.set(read.path, read as PublicRead<unknown, unknown, unknown>)
    return read.answer
  }

  /** What the API answers at this address; undefined where that takes a request: failures, and whatever is not offered. */
  async ask(url: string, { origin, ip }: Asker): Promise<PageReply | undefined> {
    const [path = '', search = ''] = url.split('?')
    const last = path.lastIndexOf('/') + 1
    const read = this.#reads.get(path) ?? this.#reads.get(`${path.slice(0, last)}:id`)
    if (!read) return undefined
    const params = { id: decodeURIComponent(path.slice(last)) }
    const query = Object.fromEntries(new URLSearchParams(search))
    try {
      const kept = await this.#kept.get(url, () => make(read, params, query))
      if (!kept) return undefined
      read.onAnswer?.({ url, ip }, kept.headers)
      return toReply(
        200,
        kept.text.replaceAll(ANY_ORIGIN, () => origin),
        kept.headers,
      )
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) return undefined
      return toReply(404, JSON.stringify(error.toProblem()), {})
    }
  }

  clear(): void {
    this.#kept.clear()
  }
}

async function make(
  read: PublicRead<unknown, unknown, unknown>,
  params: unknown,
  query: unknown,
): Promise<Kept | undefined> {
  const answer = await read.answer({
    params: read.params?.parse(params),
    query: read.query?.parse(query),
    origin: ANY_ORIGIN,
  })
  if (!answer) return undefined
  const { body, headers = {}, isStopgap = false } = answer
  return { text: JSON.stringify(encode(read.body, body as output<typeof read.body>)), headers, isStopgap }
}

function toReply(status: number, text: string, headers: Record<string, string | number>): PageReply {
  return {
    ok: status === 200,
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { get: (name) => headers[name]?.toString() ?? null },
    text: async () => text,
    json: async () => JSON.parse(text),
  }
}
