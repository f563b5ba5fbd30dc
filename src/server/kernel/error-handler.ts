import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ZodError } from 'zod'
import { Problem } from '#contracts/problem.ts'
import { badRequest, HttpProblem, payloadTooLarge, unknownUrl, unsupportedMediaType } from './problem.ts'
import { classifyStorageError, type StorageErrorKind } from './storage-error.ts'

const RETRY_AFTER = { 'retry-after': '10' }

/** Creates the problem for an error, which becomes its cause. */
type ProblemFactory = (cause: unknown) => HttpProblem

const serviceUnavailable =
  (type: string, reason: string): ProblemFactory =>
  (cause) =>
    new HttpProblem(503, type, `${reason} Nothing was changed. Please try again a little later.`, {
      cause,
      headers: RETRY_AFTER,
    })

const toBusyProblem = serviceUnavailable('busy', 'Another change is being saved at the moment.')

const STORAGE_PROBLEMS: Record<StorageErrorKind, ProblemFactory> = {
  'out-of-space': (cause) =>
    new HttpProblem(507, 'storage-full', 'The server has no space left to store this. Nothing was changed.', {
      cause,
    }),
  locked: toBusyProblem,
  conflict: toBusyProblem,
  unavailable: serviceUnavailable('storage', 'The site cannot reach its data at the moment.'),
  'invalid-value': () => badRequest('This contains a character or number that cannot be stored.'),
}
const toBucketProblem = serviceUnavailable('storage', 'The site cannot reach its pictures at the moment.')

/** Sends every thrown error as JSON (row API-8). The error behind a 5xx is logged and not sent. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendProblem(unknownUrl(), request, reply))
}

/**
 * An `onRoute` hook that adds the error response to the schema of every documented route, for serialization and the API
 * description.
 */
export function addProblemResponse({ schema }: RouteOptions): void {
  if (schema && !schema.hide) schema.response = { ...(schema.response as object), default: Problem }
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toHttpProblem(error)
  const isServerError = problem.status >= 500
  if (isServerError) request.log.error({ err: error }, 'request failed')
  const body: Problem = { ...problem.toProblem(), ...(isServerError && { requestId: request.id }) }
  return (
    reply
      .code(problem.status)
      // Shared caches may store some error statuses, such as 404, without explicit permission.
      .header('cache-control', 'no-store')
      .headers(problem.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  )
}

function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return toValidationProblem(
      error.validation.map(({ instancePath, message }) => ({ path: instancePath.slice(1), message })),
    )
  }
  if (error instanceof ZodError) {
    return toValidationProblem(
      error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    )
  }
  const storageErrorKind = classifyStorageError(error)
  if (storageErrorKind) return STORAGE_PROBLEMS[storageErrorKind](error)
  return fromFastifyError(error as FastifyError)
}

/** Converts errors of Fastify, its plugins and the blob storage, and all others to status 500. */
function fromFastifyError(error: FastifyError): HttpProblem {
  const { statusCode = 500, code = '', message = '' } = error
  if (code.startsWith('BUCKET_')) return toBucketProblem(error)
  if (statusCode === 413) return payloadTooLarge('The request is too large.')
  if (statusCode === 415) return unsupportedMediaType('This kind of content is not accepted here.')
  if (statusCode === 429) return new HttpProblem(429, 'too-many', message, { headers: RETRY_AFTER })
  if (statusCode === 503)
    return new HttpProblem(503, 'busy', 'The site is very busy. Please try again in a moment.', {
      headers: RETRY_AFTER,
    })
  if (statusCode >= 400 && statusCode < 500)
    return new HttpProblem(statusCode, code.toLowerCase() || 'invalid', message)
  return new HttpProblem(500, 'unexpected', 'Something went wrong on our side. Please try again.', {
    cause: error,
  })
}

function toValidationProblem(issues: { path: string; message: string | undefined }[]): HttpProblem {
  const errors = issues.map(({ path, message }) => ({
    field: path.replaceAll('/', '.'),
    message: toReadableMessage(message ?? 'is invalid'),
  }))
  const [first] = errors
  if (!first) return badRequest('This is not valid.')
  return badRequest(
    isSentence(first.message) ? first.message : `${first.field || 'The request'}: ${first.message}`,
    errors,
  )
}

/** Replaces zod's message for a wrong type. */
function toReadableMessage(message: string): string {
  const [, expected = '', received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  if (!expected) return message
  if (received === 'undefined') return 'is missing'
  return `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
}

/** Whether a message is a complete sentence. Other messages need the name of their field before them. */
const isSentence = (message: string) => /^[A-Z].*\.$/.test(message) && !message.startsWith('Invalid input')
