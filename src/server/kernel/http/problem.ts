import type { Problem } from '#contracts/problem.ts'

type FieldErrors = NonNullable<Problem['errors']>

interface ProblemOptions {
  errors?: FieldErrors | undefined
  headers?: Record<string, string> | undefined
  cause?: unknown
}

/**
 * An error response in the manner of RFC 9457, thrown from anywhere and sent by the error handler. Callers see
 * everything but the cause, which is logged for a 5xx.
 */
export class HttpProblem extends Error {
  readonly status: number
  /** Identifies the problem for programs. */
  readonly type: string
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    type: string,
    message: string,
    { errors, headers, cause }: ProblemOptions = {},
  ) {
    super(message, { cause })
    this.status = status
    this.type = type
    this.errors = errors
    this.headers = headers ?? {}
  }

  toProblem(): Problem {
    const { message, type, status, errors } = this
    return { message, type, status, ...(errors && { errors }) }
  }
}

/** 400. `message` is that of the first invalid field, if there are any. */
export const badRequest = (message: string, errors?: FieldErrors) =>
  new HttpProblem(400, 'invalid', message, { errors })
/** 401: the request has no valid session or API key. */
export const unauthorized = () => new HttpProblem(401, 'not-signed-in', 'Sign in.')
/** 403: the actor lacks a permission. */
export const forbidden = (message = 'Your account may not do this.') =>
  new HttpProblem(403, 'forbidden', message)
/** 404. `noun` names what is missing, such as 'Spare part'. */
export const notFound = (noun: string) => new HttpProblem(404, 'not-found', `${noun} not found`)
/** 404 for a URL that no route serves. */
export const unknownUrl = () => new HttpProblem(404, 'not-found', 'There is nothing at this address.')
/** 409: the request conflicts with the present state. */
export const conflict = (type: string, message: string) => new HttpProblem(409, type, message)
export const payloadTooLarge = (message: string) => new HttpProblem(413, 'too-large', message)
export const unsupportedMediaType = (message: string) => new HttpProblem(415, 'unsupported-media', message)
/** 503: the server cannot keep up with the requests. */
export const overloaded = () => new HttpProblem(503, 'busy', 'The site is very busy. Try again in a minute.')
/** 429 with Retry-After. */
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new HttpProblem(429, 'too-many', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
