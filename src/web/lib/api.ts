import { yieldToMain } from './scheduling.ts'

/** What a call needs of its reply. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText'> {
  headers: Pick<Headers, 'get'>
  text(): Promise<string>
  json(): Promise<unknown>
}

/** Performs one call: `fetch` in the browser, the server's own routes while it renders. */
export type Api = (path: string, init?: RequestInit) => Promise<ApiResponse>

/**
 * The browser's: cookies go along (row CLI-3). Each call leaves in a task of its own: sending one takes a browser longer
 * than drawing a letter, and a search sends four.
 */
export async function browserApi(path: string, init?: RequestInit): Promise<Response> {
  await yieldToMain()
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
export function getErrorStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : undefined
}

const CONNECTION_LOST_MESSAGE = 'The connection was lost. Please try again.'

/** Whether the server refused with a sentence for people; a fault of its own is none. */
export function isClientError(error: unknown): boolean {
  const status = getErrorStatus(error)
  return status !== undefined && status < 500
}

/** Why a call failed, in the server's own words where it gave any, and never in the browser's. */
export function getErrorMessage(error: Error): string {
  if (error instanceof TypeError) return CONNECTION_LOST_MESSAGE
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
  const response = await api(path, options.signal && { signal: options.signal })
  if (options.on401 === 'null' && response.status === 401) return null
  if (!response.ok)
    throw new ApiError(
      response.status,
      `${response.status}: ${(await response.text()) || response.statusText}`,
    )
  return response.json()
}

/** Sends JSON or a form. Throws ApiError with the server's own sentence, or `otherwise` where it gave none. */
export async function send(
  api: Api,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  fallbackMessage?: string,
): Promise<unknown> {
  const isForm = body instanceof FormData
  const response = await api(path, {
    method,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  return parseResponse(response, fallbackMessage)
}

/** What a call was answered. Throws ApiError as `send` does. */
export async function parseResponse(response: ApiResponse, fallbackMessage?: string): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as { message?: unknown; type?: unknown } | null
  if (response.ok) return body
  const message = typeof body?.message === 'string' && body.message ? body.message : fallbackMessage
  const type = typeof body?.type === 'string' ? body.type : undefined
  throw new ApiError(response.status, message ?? response.statusText, type)
}
