import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ZodError } from 'zod'
import { formatCount, formatList } from '#contracts/format.ts'
import { Problem } from '#contracts/problem.ts'
import { badRequest, HttpProblem, unknownUrl } from './problem.ts'
import { classifyStorageError, type StorageErrorKind } from './storage-error.ts'

type ProblemArgs = readonly [status: number, type: string, message: string]

const RETRY_HINT = 'Nothing was changed. Try again in a few minutes.'
const BUSY: ProblemArgs = [503, 'busy', `Another change is being saved. ${RETRY_HINT}`]
const STORAGE_PROBLEMS: Record<StorageErrorKind, ProblemArgs> = {
  'out-of-space': [
    507,
    'storage-full',
    'The disk of the server is full. Nothing was changed. Try again later.',
  ],
  locked: BUSY,
  conflict: BUSY,
  unavailable: [503, 'storage', `The site cannot reach its data at the moment. ${RETRY_HINT}`],
  'bucket-unavailable': [503, 'storage', `The site cannot reach its pictures at the moment. ${RETRY_HINT}`],
  'invalid-value': [
    400,
    'invalid',
    'We cannot store one of the characters or numbers. Check what you entered.',
  ],
}
/** Errors of Fastify and its plugins whose messages are not for users, by status. */
const FRAMEWORK_PROBLEMS: Record<number, ProblemArgs> = {
  413: [413, 'too-large', 'This is too large. Shorten it, or send a smaller file.'],
  415: [415, 'unsupported-media', 'This kind of content is not accepted here.'],
}
const UNEXPECTED: ProblemArgs = [500, 'unexpected', 'Something went wrong on our side. Try again.']

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
  if (isServerError) logServerError(error, request)
  const body: Problem = { ...problem.toProblem(), ...(isServerError && { requestId: request.id }) }
  return (
    reply
      .code(problem.status)
      // Shared caches may store some error statuses, such as 404, without explicit permission.
      .header('cache-control', 'no-store')
      .headers({ ...(problem.status === 503 && { 'retry-after': '10' }), ...problem.headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  )
}

/** A refusal, as by a full queue, is no fault, and whoever sends many requests must not fill the log with stacks. */
export function logServerError(error: unknown, { log }: FastifyRequest): void {
  if (error instanceof HttpProblem && error.cause === undefined)
    log.warn({ status: error.status, type: error.type }, 'request refused')
  else log.error({ err: error }, 'request failed')
}

/** Returns any thrown error as a problem, whose message is for users. */
export function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof ZodError) return toValidationProblem(error)
  const storageErrorKind = classifyStorageError(error)
  const { statusCode = 500, code = '', message = '' } = error as FastifyError
  const known = storageErrorKind ? STORAGE_PROBLEMS[storageErrorKind] : FRAMEWORK_PROBLEMS[statusCode]
  if (!known && statusCode >= 400 && statusCode < 500)
    return new HttpProblem(statusCode, code.toLowerCase() || 'invalid', message)
  return new HttpProblem(...(known ?? UNEXPECTED), { cause: error })
}

function toValidationProblem({ issues }: ZodError): HttpProblem {
  // A misspelt field explains why another one is missing.
  const isUnknown = ({ code }: ZodError['issues'][number]) => code === 'unrecognized_keys'
  const sorted = issues.toSorted((one, other) => Number(isUnknown(other)) - Number(isUnknown(one)))
  const errors = sorted.map((issue) => ({
    field: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
    message: toReadableMessage(issue.message),
  }))
  const [first] = errors
  if (!first) return badRequest('This is not valid.')
  return badRequest(
    isSentence(first.message) ? first.message : `${first.field || 'The request'}: ${first.message}`,
    errors,
  )
}

/** Replaces zod's messages, which are meant for programmers. */
function toReadableMessage(message: string): string {
  const [, options] = /^Invalid (?:option: expected one of|input: expected) (".*")$/.exec(message) ?? []
  if (options) return `must be ${listOptions(options.replaceAll('"', '').split('|'))}`
  const [, isLarge, limit] =
    /^Too (?:small|(big)): expected (?:number|int) to be [<>]=(-?[\d.]+)$/.exec(message) ?? []
  if (limit) return `must be at ${isLarge ? 'most' : 'least'} ${limit}`
  const [, isLong, size, unit] =
    /^Too (?:small|(big)): expected \w+ to have [<>]=(\d+) (character|item)s$/.exec(message) ?? []
  if (size)
    return `${isLong ? 'can have at most' : 'must have at least'} ${formatCount(Number(size))} ${unit}${size === '1' ? '' : 's'}`
  if (/^Too |^Invalid (?:string|key|element|option|input$)/.test(message)) return 'is not valid'
  if (message.startsWith('Unrecognized key')) return 'is not a field of this request'
  const [, expected = '', received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  if (!expected) return message
  if (received === 'undefined') return 'is missing'
  return `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
}

/** ['a', 'b', 'c'] → 'one of a, b and c'. */
const listOptions = (options: string[]): string =>
  options.length > 1 ? `one of ${formatList(options)}` : (options[0] ?? '')

/** Whether a message is a complete sentence. Other messages need the name of their field before them. */
const isSentence = (message: string) => /^[A-Z].*\.$/.test(message) && !message.startsWith('Invalid input')
