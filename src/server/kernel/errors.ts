import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ZodError } from 'zod'
import { Problem } from '#contracts/problem.ts'
import { invalid, Refusal, tooLarge, unsupported } from './problem.ts'
import { faultOf } from './store-fault.ts'

const UNEXPECTED = 'Something went wrong on our side. Please try again.'
const OVERLOADED = 'The site is very busy. Please try again in a moment.'
/** Turns whatever was thrown into one JSON reply (row API-8). The cause of a 5xx goes to the log, not to the caller. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Refusal(404, 'not-found', 'There is nothing at this address.'), request, reply),
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
  const refusal = toRefusal(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  const problem: Problem = {
    ...refusal.toProblem(),
    ...(refusal.status >= 500 && { requestId: request.id }),
  }
  return (
    reply
      .code(refusal.status)
      // What one request was refused is no answer to the next, whatever a cache in between makes of its status.
      .header('cache-control', 'no-store')
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(problem))
  )
}

/** The refusal an error stands for. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidFields(
      error.validation.map(({ instancePath, message }) => ({ path: instancePath.slice(1), message })),
    )
  }
  if (error instanceof ZodError) {
    return invalidFields(
      error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    )
  }
  const { statusCode = 500, code = '', message = '' } = error as FastifyError
  const fault = faultOf(error)
  if (fault === 'full') {
    return new Refusal(507, 'no-room', 'The server has no room left to store this. Nothing was changed.', {
      cause: error,
    })
  }
  if (fault === 'held' || fault === 'crossed')
    return unavailable('busy', 'Something else is being saved at the moment.', error)
  if (fault === 'away') return unavailable('storage', 'The site cannot reach its data at the moment.', error)
  if (fault === 'unstorable') return invalid('This holds a letter or a figure that cannot be stored.')
  if (code.startsWith('BUCKET_'))
    return unavailable('storage', 'The site cannot reach its pictures at the moment.', error)
  if (statusCode === 413) return tooLarge('This is more than can be sent at once.')
  if (statusCode === 415) return unsupported('This kind of content is not accepted here.')
  if (statusCode === 429 || statusCode === 503) {
    return new Refusal(
      statusCode,
      statusCode === 429 ? 'too-many' : 'busy',
      statusCode === 429 ? message : OVERLOADED,
      {
        headers: { 'retry-after': '10' },
      },
    )
  }
  if (statusCode < 500 && statusCode >= 400)
    return new Refusal(statusCode, code.toLowerCase() || 'invalid', message)
  return new Refusal(500, 'unexpected', UNEXPECTED, { cause: error })
}

const unavailable = (type: string, reason: string, cause: unknown) =>
  new Refusal(503, type, `${reason} Nothing was changed. Please try again a little later.`, {
    cause,
    headers: { 'retry-after': '10' },
  })

/** The schema library's words for a wrong type, as a person would say them. */
function readable(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  if (!expected) return message
  return received === 'undefined' ? 'is missing' : `must be a ${expected}`
}

function invalidFields(issues: { path: string; message: string | undefined }[]): Refusal {
  const errors = issues.map(({ path, message }) => ({
    field: path.replaceAll('/', '.'),
    message: readable(message ?? 'is wrong'),
  }))
  const [first] = errors
  const own = first && /^[A-Z].*\.$/.test(first.message) && !first.message.startsWith('Invalid input')
  return invalid(
    own || !first
      ? (first?.message ?? 'This is not valid.')
      : `${first.field || 'The request'}: ${first.message}`,
    errors,
  )
}
