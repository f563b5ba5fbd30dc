import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ZodError } from 'zod'
import { Problem } from '#contracts/problem.ts'
import { badRequest, HttpProblem, payloadTooLarge, unknownUrl, unsupportedMediaType } from './problem.ts'
import { classifyStorageError, type StorageErrorKind } from './storage-error.ts'

const RETRY_AFTER = { 'retry-after': '10' }
const NOTHING_CHANGED = 'Nothing was changed. Please try again a little later.'

interface ProblemTemplate {
  status: number
  type: string
  message: string
  headers?: Record<string, string>
}

const LOCKED: ProblemTemplate = {
  status: 503,
  type: 'busy',
  message: `Another change is being saved at the moment. ${NOTHING_CHANGED}`,
  headers: RETRY_AFTER,
}

const STORAGE_PROBLEMS: Record<StorageErrorKind, ProblemTemplate> = {
  'out-of-space': {
    status: 507,
    type: 'storage-full',
    message: 'The server has no space left to store this. Nothing was changed.',
  },
  locked: LOCKED,
  conflict: LOCKED,
  unavailable: {
    status: 503,
    type: 'storage',
    message: `The site cannot reach its data at the moment. ${NOTHING_CHANGED}`,
    headers: RETRY_AFTER,
  },
  'invalid-value': {
    status: 400,
    type: 'invalid',
    message: 'This contains a character or number that cannot be stored.',
  },
}

const BUCKET_UNAVAILABLE: ProblemTemplate = {
  status: 503,
  type: 'storage',
  message: `The site cannot reach its pictures at the moment. ${NOTHING_CHANGED}`,
  headers: RETRY_AFTER,
}
const OVERLOADED: ProblemTemplate = {
  status: 503,
  type: 'busy',
  message: 'The site is very busy. Please try again in a moment.',
  headers: RETRY_AFTER,
}
const UNEXPECTED: ProblemTemplate = {
  status: 500,
  type: 'unexpected',
  message: 'Something went wrong on our side. Please try again.',
}

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
      // Shared caches may store some error statuses, such as 404, without being told to.
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
  if (storageErrorKind) return fromTemplate(STORAGE_PROBLEMS[storageErrorKind], error)
  return fromFastifyError(error as FastifyError)
}

/** Converts errors of Fastify, its plugins and the blob storage, and all others to status 500. */
function fromFastifyError(error: FastifyError): HttpProblem {
  const { statusCode = 500, code = '', message = '' } = error
  if (code.startsWith('BUCKET_')) return fromTemplate(BUCKET_UNAVAILABLE, error)
  if (statusCode === 413) return payloadTooLarge('This is more than can be sent at once.')
  if (statusCode === 415) return unsupportedMediaType('This kind of content is not accepted here.')
  if (statusCode === 429) return new HttpProblem(429, 'too-many', message, { headers: RETRY_AFTER })
  if (statusCode === 503) return fromTemplate(OVERLOADED, error)
  if (statusCode >= 400 && statusCode < 500)
    return new HttpProblem(statusCode, code.toLowerCase() || 'invalid', message)
  return fromTemplate(UNEXPECTED, error)
}

const fromTemplate = ({ status, type, message, headers }: ProblemTemplate, cause: unknown) =>
  new HttpProblem(status, type, message, { headers, cause })

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

/** Whether a message is a sentence of the contracts, and not a fragment that follows the name of its field. */
const isSentence = (message: string) => /^[A-Z].*\.$/.test(message) && !message.startsWith('Invalid input')
