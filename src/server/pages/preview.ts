import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#contracts/account/permission.ts'
import { splitLanguage } from '#contracts/language-path.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import type { RenderResult } from './frontend.ts'

/** The query parameter of previews: 'draft' for unsaved settings, any other value for an item. */
const PREVIEW_PARAM = 'preview'
/** The two versions of the site content that the settings screen shows in its frame. */
const DRAFT = 'draft'
const PUBLISHED = 'published'
/** The pages of drafts, and the permission with which staff see them. */
const DRAFT_PAGES: [path: RegExp, permission: Permission][] = [
  [/^\/product\/[^/]+$/, 'catalogue.read'],
  [/^\/(?:articles\/|(?!(?:articles|products|compare|finder)$))[^/]+$/, 'settings.edit'],
]
/** A link to a page of the site, up to its fragment. */
const PAGE_LINK = /(<a [^<>]*?\bhref="\/(?![/]|api\/|media\/)[^"?#]*)(\?[^"#]*)?/g

export interface Preview {
  /** The value of the query parameter, which the page reads too. */
  parameter: string
  /** Headers of the page's API requests: they carry the caller's session. */
  headers: Record<string, string>
  /** Whether the admin may show the page in a frame. */
  isFramed: boolean
}

/** Whether a URL has the preview parameter. The caller's permissions are not checked. */
export const isPreviewRequested = ({ searchParams }: URL): boolean => searchParams.has(PREVIEW_PARAM)

/**
 * The preview that the request asks for and its session may see: `?preview=draft` with the draft of the user's
 * settings, `?preview=published` without it, the page of an item or what staff have written with `?preview` even while it is a draft. Undefined
 * means the public page.
 */
export async function getPreview(
  guard: Guard,
  request: FastifyRequest,
  requestedUrl: URL,
): Promise<Preview | undefined> {
  const parameter = requestedUrl.searchParams.get(PREVIEW_PARAM)
  const isFramed = parameter === DRAFT || parameter === PUBLISHED
  const { cookie } = request.headers
  const [, permission = undefined] = isFramed
    ? [undefined, 'settings.edit' as const]
    : (DRAFT_PAGES.find(([path]) => path.test(splitLanguage(requestedUrl.pathname).path)) ?? [])
  if (parameter === null || !cookie || !permission) return undefined
  const actor = await guard.optionalActor(request)
  if (!actor?.session || !actor.permissions.includes(permission)) return undefined
  const headers = parameter === PUBLISHED ? {} : { cookie }
  return { parameter, headers, isFramed }
}

/** Sends a preview with headers against caches and search engines. */
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
  const html = isFramed ? addToLinks(page.html.toString(), `${PREVIEW_PARAM}=${parameter}`) : page.html
  return reply.code(page.status).type('text/html; charset=utf-8').send(html)
}

/** The frame may show previews only: a link that is followed before the scripts have run must lead to one as well. */
const addToLinks = (html: string, parameter: string): string =>
  html.replace(PAGE_LINK, (_, path: string, query?: string) =>
    query ? `${path}${query}&amp;${parameter}` : `${path}?${parameter}`,
  )
