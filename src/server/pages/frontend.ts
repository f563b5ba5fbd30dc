import type { FastifyInstance } from 'fastify'
import type { InProcessResponse } from '#server/http-cache/public-read.ts'

/** Performs one of a page's calls inside the server. */
export type PageApi = (path: string, init?: { signal?: AbortSignal }) => Promise<InProcessResponse>

/** `location` goes with status 301. */
export interface RenderResult {
  status: number
  /** In UTF-8. */
  html: Buffer
  location?: string
}

/** The two front ends, built or in development; `main` provides them. */
export interface Frontend {
  /** A public page as a whole document, and the status that belongs to it. */
  render(address: URL, api: PageApi): Promise<RenderResult>
  /** The parameters that make a difference at this address. */
  knownParameters(address: URL): Promise<readonly string[]>
  /** Whether a screen of the back office stands at this path. */
  isAdminPath(pathname: string): Promise<boolean>
  /** The back office's HTML, the same for every screen. */
  adminShell(): Promise<string>
  /** Answers the files that the documents ask for. */
  serveFiles(app: FastifyInstance): Promise<void>
  /** A rendered page may be kept until something it shows changes. */
  cacheable: boolean
}

/** The back office's document: no content of its own, nothing for search engines. */
export function renderAdminDocument(assets: { css: string[]; js: string[]; preload: string[] }): string {
  const css = assets.css.map((href) => `<link rel="stylesheet" href="${href}">`)
  const preload = assets.preload.map((href) => `<link rel="modulepreload" href="${href}">`)
  const js = assets.js.map((src) => `<script type="module" src="${src}"></script>`)
  return [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    '<title>Back office</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...css,
    ...preload,
    '</head><body class="bg-surface-grey"><div id="root"></div>',
    '<noscript>The back office needs JavaScript.</noscript>',
    ...js,
    '</body></html>',
  ].join('')
}
