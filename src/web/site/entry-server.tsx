import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { parse } from 'regexparam'
import { Router } from 'wouter'
import { DEFAULT_SITE_CONTENT, type SiteContent } from '#contracts/site-content.ts'
import { ADMIN_PATHS } from '../lib/admin-paths.ts'
import { type Api, getErrorStatus } from '../lib/api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { siteContentQuery } from '../lib/site-content.tsx'
import { Site } from './app.tsx'
import type { InitialState, PageAssets } from './document.tsx'
import { findRedirectPath, renderPageMetadata } from './page-metadata.ts'
import { matchRoute, prefetchPage } from './routes.tsx'

/** The parameters that change the page at this path, in a fixed order: what a cached page may be told apart by. */
export function knownParameters(address: URL): readonly string[] {
  return matchRoute(address.pathname).route.parameters
}

interface RenderedDocument {
  status: number
  html: Buffer
  /** With status 301: where the page stands now. */
  location?: string
}

/**
 * Renders one public page to a whole document. `api` performs the page's calls; `assetsOf` names the built files of a
 * source module. Status 404 for what does not exist, 400 or 503 when the data could not be had (decision 0018), 301 for an
 * item's old name.
 */
export async function render(
  address: URL,
  api: Api,
  getAssets: (page: string) => PageAssets,
): Promise<RenderedDocument> {
  const { route, params, found } = matchRoute(address.pathname)
  const client = createQueryClient(api)
  await prefetchPage(client, address)
  const page = { route: route.path, params, address, client }
  const location = findRedirectPath(page)
  if (location) return { status: 301, html: Buffer.alloc(0), location }
  const status = found ? getResponseStatus(client.getQueryCache().getAll()) : 404
  const content = client.getQueryData<SiteContent>(siteContentQuery.queryKey) ?? DEFAULT_SITE_CONTENT
  client.setQueryData(siteContentQuery.queryKey, content)
  const { default: Page } = await route.load()
  const initialState: InitialState = {
    assets: getAssets(route.module),
    origin: address.origin,
    queries: dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' }),
  }
  const initialStateJson = JSON.stringify(initialState).replaceAll('<', '\\u003c')
  const html = renderToString(
    <Router ssrPath={address.pathname} ssrSearch={address.search}>
      <Site
        client={client}
        initialState={initialState}
        initialStateJson={initialStateJson}
        loaded={new Map([[route, Page]])}
      />
    </Router>,
  )
  const tags = status === 200 ? renderPageMetadata({ ...page, content }) : ''
  client.clear()
  return { status, html: assembleDocument(html, tags) }
}

/** Where letters become bytes; as large as the longest page was, for a new one each time would cost more than the work. */
let encodeBuffer = Buffer.alloc(0)
const MAX_BYTES_PER_CHARACTER = 3

/** The document with these tags at the end of its head. Cut as letters, its hundred thousand would be laid out twice. */
function assembleDocument(html: string, tags: string): Buffer {
  const maxBytes = html.length * MAX_BYTES_PER_CHARACTER
  if (encodeBuffer.length < maxBytes) encodeBuffer = Buffer.allocUnsafeSlow(maxBytes)
  const bytes = encodeBuffer.subarray(0, encodeBuffer.write(html))
  const endOfHead = bytes.indexOf('</head>')
  const head = bytes.subarray(0, endOfHead)
  return Buffer.concat([Buffer.from('<!doctype html>'), head, Buffer.from(tags), bytes.subarray(endOfHead)])
}

/** Whether the back office has a screen at this path. */
export function isAdminPath(pathname: string): boolean {
  return Object.values(ADMIN_PATHS).some((path) => parse(path).pattern.test(pathname))
}

/** 200 unless a query failed: its own 4xx, or 503 where the server or the store is at fault. */
function getResponseStatus(queries: { state: { status: string; error: unknown } }[]): number {
  const failed = queries.filter(({ state }) => state.status === 'error')
  const statuses = failed.map(({ state }) => {
    const status = getErrorStatus(state.error)
    return status !== undefined && status >= 400 && status < 500 ? status : 503
  })
  return Math.max(200, ...statuses)
}
