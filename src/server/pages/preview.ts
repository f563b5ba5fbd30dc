import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guard } from '#server/kernel/guard.ts'
import { PREVIEW_CALL } from '#server/kernel/http.ts'
import type { Rendered } from './web-build.ts'

/** The parameter that asks to see what is not public yet. */
const PARAMETER = 'preview'
const DRAFT = 'draft'
const ITEM_PAGE = /^\/product\/[^/]+$/

export interface Preview {
  /** As the address has it; the page reads it too. */
  parameter: string
  /** What goes along with the page's calls, so that they are answered to this person. */
  headers: Record<string, string>
  /** May stand inside a screen of the back office. */
  framed: boolean
}

/** Whether an address asks for a preview, whoever asks and whatever they are shown. */
export const asksForPreview = ({ searchParams }: URL): boolean => searchParams.has(PARAMETER)

/**
 * Whether this request is to be answered with what only the person behind its cookie may see: `?preview=draft` with their
 * unsaved settings, an item's page with `?preview` even while the item is a draft. Undefined is the public page.
 */
export async function previewOf(
  guard: Guard,
  request: FastifyRequest,
  asked: URL,
): Promise<Preview | undefined> {
  const parameter = asked.searchParams.get(PARAMETER)
  const isDraft = parameter === DRAFT
  const { cookie } = request.headers
  if (parameter === null || !cookie || (!isDraft && !ITEM_PAGE.test(asked.pathname))) return undefined
  const actor = await guard.optionalActor(request)
  if (!actor?.session || !actor.permissions.includes(isDraft ? 'settings.edit' : 'office.read'))
    return undefined
  return { parameter, headers: { ...PREVIEW_CALL, cookie }, framed: isDraft }
}

/** Sends a page that was rendered for one person: kept nowhere, found by no search engine. */
export function answerPreview(
  reply: FastifyReply,
  { parameter, framed }: Preview,
  page: Rendered,
): FastifyReply {
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .header('vary', 'Cookie')
  if (page.location !== undefined)
    return reply.redirect(`${page.location}?${PARAMETER}=${encodeURIComponent(parameter)}`, 302)
  if (framed) {
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    )
  }
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.html)
}
