import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ZodError } from 'zod'
import { Problem } from '#contracts/problem.ts'
import { badRequest, HttpProblem, payloadTooLarge, unsupportedMediaType } from './problem.ts'
import { classifyStorageError } from './storage-error.ts'

const UNEXPECTED_MESSAGE = 'Something went wrong on our side. Please try again.'
const OVERLOADED_MESSAGE = 'The site is very busy. Please try again in a moment.'
/** Turns whatever was thrown into one JSON reply (row API-8). The cause of a 5xx goes to the log, not to the caller. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new HttpProblem(404, 'not-found', 'There is nothing at this address.'), request, reply),
  )
}

/**
 * An `onRoute` hook that adds the error response to the schema of every documented route, for serialization and the API
 * description.
 */
export function addProblemResponse({ schema }: RouteOptions): void {
  if (schema && !schema.hide) schema.response = { ...(schema.response as object), default: Problem }
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const httpProblem = toHttpProblem(error)
  if (httpProblem.status >= 500) request.log.error({ err: error }, 'request failed')
  const problem: Problem = {
    ...httpProblem.toProblem(),
    ...(httpProblem.status >= 500 && { requestId: request.id }),
  }
  return (
    reply
      .code(httpProblem.status)
      // What one request was refused is no answer to the next, whatever a cache in between makes of its status.
      .header('cache-control', 'no-store')
      .headers(httpProblem.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(problem))
  )
}

/** The refusal an error stands for. */
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
  const { statusCode = 500, code = '', message = '' } = error as FastifyError
  const kind = classifyStorageError(error)
  if (kind === 'full') {
    return new HttpProblem(
      507,
      'no-room',
      'The server has no room left to store this. Nothing was changed.',
      {
        cause: error,
      },
    )
  }
  if (kind === 'held' || kind === 'crossed')
    return serviceUnavailable('busy', 'Something else is being saved at the moment.', error)
  if (kind === 'away')
    return serviceUnavailable('storage', 'The site cannot reach its data at the moment.', error)
  if (kind === 'unstorable') return badRequest('This holds a letter or a figure that cannot be stored.')
  if (code.startsWith('BUCKET_'))
    return serviceUnavailable('storage', 'The site cannot reach its pictures at the moment.', error)
  if (statusCode === 413) return payloadTooLarge('This is more than can be sent at once.')
  if (statusCode === 415) return unsupportedMediaType('This kind of content is not accepted here.')
  if (statusCode === 429 || statusCode === 503) {
    return new HttpProblem(
      statusCode,
      statusCode === 429 ? 'too-many' : 'busy',
      statusCode === 429 ? message : OVERLOADED_MESSAGE,
      {
        headers: { 'retry-after': '10' },
      },
    )
  }
  if (statusCode < 500 && statusCode >= 400)
    return new HttpProblem(statusCode, code.toLowerCase() || 'invalid', message)
  return new HttpProblem(500, 'unexpected', UNEXPECTED_MESSAGE, { cause: error })
}

const serviceUnavailable = (type: string, reason: string, cause: unknown) =>
  new HttpProblem(503, type, `${reason} Nothing was changed. Please try again a little later.`, {
    cause,
    headers: { 'retry-after': '10' },
  })

/** The schema library's words for a wrong type, as a person would say them. */
function toReadableMessage(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  if (!expected) return message
  return received === 'undefined' ? 'is missing' : `must be a ${expected}`
}

function toValidationProblem(issues: { path: string; message: string | undefined }[]): HttpProblem {
  const errors = issues.map(({ path, message }) => ({
    field: path.replaceAll('/', '.'),
    message: toReadableMessage(message ?? 'is wrong'),
  }))
  const [first] = errors
  const isOurMessage =
    first && /^[A-Z].*\.$/.test(first.message) && !first.message.startsWith('Invalid input')
  return badRequest(
    isOurMessage || !first
      ? (first?.message ?? 'This is not valid.')
      : `${first.field || 'The request'}: ${first.message}`,
    errors,
  )
}
