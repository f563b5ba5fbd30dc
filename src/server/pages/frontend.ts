import type { FastifyInstance } from 'fastify'
import type { PageApi } from '#server/http-cache/page-api.ts'

/** The URLs of the files that a private page refers to. */
interface PrivatePageAssets {
  css: string[]
  js: string[]
  fonts: string[]
}

/** `location` is set with status 301. */
export interface RenderResult {
  status: number
  /** In UTF-8. */
  html: Buffer
  /** The data of the page as JSON, and the path and query under which the browser fetches them. Unset with status 301. */
  state?: { json: string; url: string }
  /** The SHA-256 of the script in `html`, in base64, if it has one; the policy of the response has to allow it. */
  scriptHash?: string
  location?: string
}

/** The two front ends: as built for production, or from source in development. */
export interface Frontend {
  /** Renders a public page as a complete document. */
  render(address: URL, api: PageApi): Promise<RenderResult>
  /** Returns the query parameters that the page at this path reads. */
  knownParameters(address: URL): Promise<readonly string[]>
  /** Whether the admin has a screen at this path. */
  isAdminPath(pathname: string): Promise<boolean>
  /** Returns the HTML of the admin, which is the same for every screen. */
  adminShell(): Promise<string>
  /** Registers routes for the files that the documents refer to. */
  serveFiles(app: FastifyInstance): Promise<void>
  /** The files of the private pages of customers, which are no part of the site's application. */
  privatePageAssets: PrivatePageAssets
  /** The Cache-Control header of rendered pages. With `no-store`, the server does not cache them either. */
  cacheControl: string
}

/** Returns the document of the admin, which has no content and is excluded from search engines. */
export function renderAdminDocument(assets: { css: string[]; js: string[]; preload: string[] }): string {
  const css = assets.css.map((href) => `<link rel="stylesheet" href="${href}">`)
  const preload = assets.preload.map((href) => `<link rel="modulepreload" href="${href}">`)
  const js = assets.js.map((src) => `<script type="module" src="${src}"></script>`)
  return [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    '<title>Admin</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...css,
    ...preload,
    '</head><body class="bg-surface-grey">',
    '<div id="root"><div class="admin-skeleton"><p role="status">Loading...</p></div></div>',
    '<noscript>The admin needs JavaScript.</noscript>',
    ...js,
    '</body></html>',
  ].join('')
}
