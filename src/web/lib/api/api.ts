import type { Page } from '#contracts/page.ts'
import type { Problem } from '#contracts/problem.ts'
import { msg, t } from '#messages/messages.ts'
import { yieldToMain } from '../scheduling.ts'

/** The part of `Response` that the callers use; the server-side renderer provides it too. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText'> {
  headers: Pick<Headers, 'get'>
  text(): Promise<string>
  json(): Promise<unknown>
}

/** Sends one request: `fetch` in the browser, the server's own routes during server-side rendering. */
export type Api = (path: string, init?: RequestInit) => Promise<ApiResponse>

/** Why a request without a response failed, in place of the browser's own message, which differs between browsers. */
export const CONNECTION_LOST_MESSAGE = msg('The connection was lost. Try again.')
/** A response that is not JSON, or not of the expected shape. */
export const UNREADABLE_RESPONSE_MESSAGE = msg('We could not read the reply of the server. Try again.')

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
    throw error instanceof TypeError ? new TypeError(t(CONNECTION_LOST_MESSAGE), { cause: error }) : error
  }
}

type FieldErrors = NonNullable<Problem['errors']>

/** An error response. Its message is that of the server for users, or else the text of the status unless another is given. */
export class ApiError extends Error {
  readonly status: number
  /** The problem type of the response, such as 'code-needed', if it has one. */
  readonly type: string | undefined
  /** The fields of the request that have to be corrected. */
  readonly errors: FieldErrors
  /** '{status}: {body or status text}' (row CLI-3). */
  readonly specifiedText: string

  constructor(
    status: number,
    message: string,
    {
      type,
      errors = [],
      specifiedText = message,
    }: Partial<Pick<ApiError, 'type' | 'errors' | 'specifiedText'>> = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.errors = errors
    this.specifiedText = specifiedText
  }

  /** The fields that the server-rendered page hands over to the browser. */
  toJSON() {
    const { message, status, errors, specifiedText } = this
    return { message, status, errors, specifiedText }
  }
}

/** The text that row CLI-3 specifies for an error response; the message of another error. */
export const getSpecifiedText = (error: Error): string => (error as ApiError).specifiedText ?? error.message

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

/**
 * Sends a request, by default GET. Throws ApiError unless the response is successful, with `fallbackMessage` if the server has
 * sent no message.
 */
export async function fetchOk(
  api: Api,
  path: string,
  init?: RequestInit,
  fallbackMessage?: string,
): Promise<ApiResponse> {
  const response = await api(path, init)
  if (response.ok) return response
  const { status, statusText } = response
  const body = await response.text().catch(() => '')
  const { message, type, errors } = parseProblem(body)
  throw new ApiError(status, message || (fallbackMessage ?? statusText), {
    ...(type && { type }),
    ...(errors && { errors }),
    specifiedText: `${status}: ${body || statusText}`,
  })
}

function parseProblem(body: string): Partial<Problem> {
  try {
    return (JSON.parse(body) as Problem | null) ?? {}
  } catch {
    return {}
  }
}

/** Sends a GET request and returns the JSON body. Throws ApiError. */
export const getJson = async <Result>(api: Api, path: string, init?: RequestInit): Promise<Result> =>
  (await readJson(await fetchOk(api, path, init))) as Result

/** Fetches one page of a list. Throws ApiError. */
export async function getPage<Item>(api: Api, path: string, init?: RequestInit): Promise<Page<Item>> {
  const response = await fetchOk(api, path, init)
  return { items: (await readJson(response)) as Item[], total: getTotal(response) }
}

/** The number of matches of a list. */
export const getTotal = ({ headers }: ApiResponse): number => Number(headers.get('x-total-count'))

/** Parses the JSON body of a response. Throws an Error with a message for users if it is not JSON or was cut off. */
export async function readJson(response: ApiResponse): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(t(UNREADABLE_RESPONSE_MESSAGE), { cause: error })
    if (error instanceof TypeError) throw new TypeError(t(CONNECTION_LOST_MESSAGE), { cause: error })
    throw error
  }
}

/** Sends JSON or a form, and returns the JSON body, null if there is none. Throws ApiError as `fetchOk`. */
export async function send<Result = unknown>(
  api: Api,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  fallbackMessage?: string,
  init: Pick<RequestInit, 'headers' | 'signal' | 'keepalive'> = {},
): Promise<Result> {
  const isJson = body !== undefined && !(body instanceof FormData)
  const request = {
    ...init,
    method,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    ...(isJson && { headers: { 'content-type': 'application/json', ...init.headers } }),
  }
  const response = await fetchOk(api, path, request, fallbackMessage)
  return (response.status === 204 ? null : await readJson(response)) as Result
}
