import { nextTask } from './idle.ts'

/** What a call needs of its reply. */
export interface Reply extends Pick<Response, 'ok' | 'status' | 'statusText'> {
  headers: Pick<Headers, 'get'>
  text(): Promise<string>
  json(): Promise<unknown>
}

/** Performs one call: `fetch` in the browser, the server's own routes while it renders. */
export type Api = (path: string, init?: RequestInit) => Promise<Reply>

/**
 * The browser's: cookies go along (row CLI-3). Each call leaves in a task of its own: sending one takes a browser longer
 * than drawing a letter, and a search sends four.
 */
export async function browserApi(path: string, init?: RequestInit): Promise<Response> {
  await nextTask()
  return fetch(path, { credentials: 'include', ...init })
}

/** A call that was answered with a refusal; the message is '{status}: {body or status text}' unless one is given (row CLI-3). */
export class ApiError extends Error {
  readonly status: number
  /** The refusal's stable word, where the server gave one. */
  readonly type: string | undefined

  constructor(status: number, message: string, type?: string) {
    super(message)
    this.status = status
    this.type = type
  }

  /** What survives the way from the server's page to the browser. */
  toJSON() {
    return { message: this.message, status: this.status }
  }
}

/** The status of a failed call; undefined when there was no answer at all. */
export function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : undefined
}

const NO_CONNECTION = 'The connection was lost. Please try again.'

/** Whether the server refused with a sentence for people; a fault of its own is none. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error)
  return status !== undefined && status < 500
}

/** Why a call failed, in the server's own words where it gave any, and never in the browser's. */
export function reasonOf(error: Error): string {
  if (error instanceof TypeError) return NO_CONNECTION
  const body = error.message.slice(error.message.indexOf('{'))
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message : error.message
  } catch {
    return error.message
  }
}

/** GET as JSON. Throws ApiError; with `on401: 'null'` nobody being signed in yields null. */
export async function getJson(
  api: Api,
  path: string,
  options: { signal?: AbortSignal; on401?: 'null' } = {},
): Promise<unknown> {
  const reply = await api(path, options.signal && { signal: options.signal })
  if (options.on401 === 'null' && reply.status === 401) return null
  if (!reply.ok)
    throw new ApiError(reply.status, `${reply.status}: ${(await reply.text()) || reply.statusText}`)
  return reply.json()
}

/** Sends JSON or a form. Throws ApiError with the server's own sentence, or `otherwise` where it gave none. */
export async function send(
  api: Api,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  otherwise?: string,
): Promise<unknown> {
  const isForm = body instanceof FormData
  const reply = await api(path, {
    method,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  return answerOf(reply, otherwise)
}

/** What a call was answered. Throws ApiError as `send` does. */
export async function answerOf(reply: Reply, otherwise?: string): Promise<unknown> {
  const answer = (await reply.json().catch(() => null)) as { message?: unknown; type?: unknown } | null
  if (reply.ok) return answer
  const message = typeof answer?.message === 'string' && answer.message ? answer.message : otherwise
  const type = typeof answer?.type === 'string' ? answer.type : undefined
  throw new ApiError(reply.status, message ?? reply.statusText, type)
}
