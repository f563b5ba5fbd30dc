import type { Problem } from '#contracts/problem.ts'

type FieldErrors = NonNullable<Problem['errors']>

/** A refusal: what the caller may know. The cause stays in the log. Thrown anywhere, translated once by the error handler. */
export class HttpProblem extends Error {
  readonly status: number
  readonly type: string
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    type: string,
    message: string,
    options: { errors?: FieldErrors; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.type = type
    this.errors = options.errors
    this.headers = options.headers ?? {}
  }

  toProblem(): Problem {
    return {
      message: this.message,
      type: this.type,
      status: this.status,
      ...(this.errors && { errors: this.errors }),
    }
  }
}

/** 400 with the sentence of the first wrong field. */
export const badRequest = (message: string, errors?: FieldErrors) =>
  new HttpProblem(400, 'invalid', message, errors && { errors })
/** 401: nobody is signed in. */
export const unauthorized = () => new HttpProblem(401, 'not-signed-in', 'Please sign in.')
/** 403: signed in, but not for this. */
export const forbidden = (message = 'Your account may not do this.') =>
  new HttpProblem(403, 'forbidden', message)
/** 404: `noun` not found. */
export const notFound = (noun: string) => new HttpProblem(404, 'not-found', `${noun} not found`)
/** 409: it does not fit what is there now; `type` tells programs why. */
export const conflict = (type: string, message: string) => new HttpProblem(409, type, message)
export const payloadTooLarge = (message: string) => new HttpProblem(413, 'too-large', message)
export const unsupportedMediaType = (message: string) => new HttpProblem(415, 'unsupported-media', message)
/** 429 with Retry-After. */
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new HttpProblem(429, 'too-many', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
