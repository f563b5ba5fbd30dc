import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guard } from '#server/kernel/guard.ts'
import { PREVIEW_CALL_HEADERS } from '#server/kernel/http.ts'
import type { RenderResult } from './frontend.ts'

/** The parameter that asks to see what is not public yet. */
const PREVIEW_PARAM = 'preview'
const DRAFT = 'draft'
const ITEM_PAGE = /^\/product\/[^/]+$/

export interface Preview {
  /** As the address has it; the page reads it too. */
  parameter: string
  /** What goes along with the page's calls, so that they are answered to this person. */
  headers: Record<string, string>
  /** May stand inside a screen of the back office. */
  isFramed: boolean
}

/** Whether an address asks for a preview, whoever asks and whatever they are shown. */
export const isPreviewRequested = ({ searchParams }: URL): boolean => searchParams.has(PREVIEW_PARAM)

/**
 * Whether this request is to be answered with what only the person behind its cookie may see: `?preview=draft` with their
 * unsaved settings, an item's page with `?preview` even while the item is a draft. Undefined is the public page.
 */
export async function getPreview(
  guard: Guard,
  request: FastifyRequest,
  requestedUrl: URL,
): Promise<Preview | undefined> {
  const parameter = requestedUrl.searchParams.get(PREVIEW_PARAM)
  const isDraft = parameter === DRAFT
  const { cookie } = request.headers
  if (parameter === null || !cookie || (!isDraft && !ITEM_PAGE.test(requestedUrl.pathname))) return undefined
  const actor = await guard.optionalActor(request)
  if (!actor?.session || !actor.permissions.includes(isDraft ? 'settings.edit' : 'catalogue.read'))
    return undefined
  return { parameter, headers: { ...PREVIEW_CALL_HEADERS, cookie }, isFramed: isDraft }
}

/** Sends a page that was rendered for one person: kept nowhere, found by no search engine. */
export function sendPreview(
  reply: FastifyReply,
  { parameter, isFramed }: Preview,
  page: RenderResult,
): FastifyReply {
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .header('vary', 'Cookie')
  if (page.location !== undefined)
    return reply.redirect(`${page.location}?${PREVIEW_PARAM}=${encodeURIComponent(parameter)}`, 302)
  if (isFramed) {
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    )
  }
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.html)
}
