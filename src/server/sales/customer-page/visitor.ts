import type { FastifyRequest } from 'fastify'
import type { Guard } from '#server/kernel/http/guard.ts'

/** Programs that open the links of messages: search engines, previews of messengers, scanners of emails. */
const PROGRAM =
  /bot\b|bot\/|crawl|spider|slurp|preview|scanner|facebookexternalhit|whatsapp|skypeuripreview|safelinks|proofpoint|mimecast|barracuda|headless/i
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Who opens a page. What cannot be told apart is the customer. */
export async function getVisitor(
  guard: Guard,
  request: FastifyRequest,
): Promise<'customer' | 'staff' | 'program'> {
  const { method, headers } = request
  if (method !== 'GET' || PROGRAM.test(headers['user-agent'] ?? '')) return 'program'
  if (PREFETCH_HEADERS.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? ''))))
    return 'program'
  return (await guard.optionalActor(request)) === undefined ? 'customer' : 'staff'
}
