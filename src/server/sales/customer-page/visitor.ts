import type { FastifyRequest } from 'fastify'
import type { Guard } from '#server/kernel/http/guard.ts'
import { isProgram } from '#server/kernel/http/programs.ts'

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Who opens a page. What cannot be told apart is the customer. */
export async function getVisitor(
  guard: Guard,
  request: FastifyRequest,
): Promise<'customer' | 'staff' | 'program'> {
  const { method, headers } = request
  if (method !== 'GET' || isProgram(headers['user-agent'])) return 'program'
  if (PREFETCH_HEADERS.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? ''))))
    return 'program'
  return (await guard.optionalActor(request)) === undefined ? 'customer' : 'staff'
}
