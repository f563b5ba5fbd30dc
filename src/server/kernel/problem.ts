import type { Problem } from '#contracts/problem.ts'

type FieldErrors = NonNullable<Problem['errors']>

/** A refusal: what the caller may know. The cause stays in the log. Thrown anywhere, translated once by the error handler. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    type: string,
    message: string,
    more: { errors?: FieldErrors; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.type = type
    this.errors = more.errors
    this.headers = more.headers ?? {}
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
export const invalid = (message: string, errors?: FieldErrors) =>
  new Refusal(400, 'invalid', message, errors && { errors })
/** 401: nobody is signed in. */
export const unauthenticated = () => new Refusal(401, 'not-signed-in', 'Please sign in.')
/** 403: signed in, but not for this. */
export const forbidden = (message = 'Your account may not do this.') => new Refusal(403, 'forbidden', message)
/** 404: `noun` not found. */
export const notFound = (noun: string) => new Refusal(404, 'not-found', `${noun} not found`)
/** 409: it does not fit what is there now; `type` tells programs why. */
export const conflict = (type: string, message: string) => new Refusal(409, type, message)
export const tooLarge = (message: string) => new Refusal(413, 'too-large', message)
export const unsupported = (message: string) => new Refusal(415, 'unsupported-media', message)
/** 429 with Retry-After. */
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new Refusal(429, 'too-many', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
