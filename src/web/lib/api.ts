import { yieldToMain } from './scheduling.ts'

/** The part of `Response` that the callers use; the server-side renderer provides it too. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText'> {
  headers: Pick<Headers, 'get'>
  text(): Promise<string>
  json(): Promise<unknown>
}

/** Sends one request: `fetch` in the browser, the server's own routes during server-side rendering. */
export type Api = (path: string, init?: RequestInit) => Promise<ApiResponse>

/** Why a request without a response failed, in place of the browser's own message, which differs between browsers. */
export const CONNECTION_LOST_MESSAGE = 'The connection was lost. Please try again.'
/** A response that is not JSON, or not of the expected shape. */
export const UNREADABLE_RESPONSE_MESSAGE = 'The server sent an unreadable response. Please try again.'

/**
 * `fetch` with cookies (row CLI-3). The request is sent in a task of its own: sending blocks the main thread for longer
 * than rendering a typed character, and a search sends four requests. Throws TypeError with a message for users when
 * there is no response.
 */
export async function browserApi(path: string, init?: RequestInit): Promise<Response> {
  await yieldToMain()
  try {
    return await fetch(path, { credentials: 'include', ...init })
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(CONNECTION_LOST_MESSAGE, { cause: error }) : error
  }
}

/** An error response. Its message is '{status}: {body or status text}' unless another is given (row CLI-3). */
export class ApiError extends Error {
  readonly status: number
  /** The problem type of the response, such as 'code-needed', if it has one. */
  readonly type: string | undefined

  constructor(status: number, message: string, type?: string) {
    super(message)
    this.status = status
    this.type = type
  }

  /** The fields that the server-rendered page hands over to the browser. */
  toJSON() {
    return { message: this.message, status: this.status }
  }
}

/** The HTTP status of a failed request; undefined if there was no response. */
export function getErrorStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' ? status : undefined
}

/** Whether the server rejected the request with a message for users; a 5xx response has none. */
export function isClientError(error: unknown): boolean {
  const status = getErrorStatus(error)
  return status !== undefined && status < 500
}

/** Returns the reason of a failed request for users: the server's own message if the response has one. */
export function getErrorMessage(error: Error): string {
  const body = error.message.slice(error.message.indexOf('{'))
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message : error.message
  } catch {
    return error.message
  }
}

/** Sends a GET request and parses the JSON body. Throws ApiError; with `on401: 'null'` a 401 response yields null. */
export async function getJson(
  api: Api,
  path: string,
  { on401, ...init }: { signal?: AbortSignal; headers?: Record<string, string>; on401?: 'null' } = {},
): Promise<unknown> {
  const response = await api(path, init)
  if (on401 === 'null' && response.status === 401) return null
  if (!response.ok)
    throw new ApiError(
      response.status,
      `${response.status}: ${(await response.text()) || response.statusText}`,
    )
  return readJson(response)
}

/** Parses the JSON body of a response. Throws an Error with a message for users if it is not JSON or was cut off. */
export async function readJson(response: ApiResponse): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(UNREADABLE_RESPONSE_MESSAGE, { cause: error })
    if (error instanceof TypeError) throw new TypeError(CONNECTION_LOST_MESSAGE, { cause: error })
    throw error
  }
}

/** Sends JSON or a form. Throws ApiError with the server's message, or `fallbackMessage` if the response has none. */
export async function send<Result = unknown>(
  api: Api,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  fallbackMessage?: string,
): Promise<Result> {
  const isForm = body instanceof FormData
  const response = await api(path, {
    method,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  return (await parseResponse(response, fallbackMessage)) as Result
}

/**
 * Returns the JSON body of a response, null if it has none. Throws ApiError as `send` does, and as `readJson` if a proxy
 * has answered instead of the server.
 */
export async function parseResponse(response: ApiResponse, fallbackMessage?: string): Promise<unknown> {
  if (response.ok) return response.status === 204 ? null : readJson(response)
  const body = (await response.json().catch(() => null)) as { message?: unknown; type?: unknown } | null
  const message = typeof body?.message === 'string' && body.message ? body.message : fallbackMessage
  const type = typeof body?.type === 'string' ? body.type : undefined
  throw new ApiError(response.status, message ?? response.statusText, type)
}
