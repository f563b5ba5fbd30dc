import { hash } from 'node:crypto'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { parse } from 'regexparam'
import { Router } from 'wouter'
import { splitLanguage, toLanguagePath } from '#contracts/language-path.ts'
import { STATE_PATH } from '#contracts/page-state.ts'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { DEFAULT_LANGUAGE, inLanguage, type Language } from '#messages/language.ts'
import { type Api, getErrorStatus } from '../../lib/api/api.ts'
import { createLocalizedApi } from '../../lib/api/localized-api.ts'
import { createQueryClient } from '../../lib/api/query-client.ts'
import { ADMIN_PATHS } from '../../lib/navigation/admin-paths.ts'
import { loadOnServer } from '../../lib/navigation/lazy-component.tsx'
import { siteContentQuery } from '../../lib/site-content.tsx'
import { Site } from '../app.tsx'
import { loadRelations } from '../features/product/relations/load-relations.ts'
import { loadContactForm } from '../features/publication/load-contact-form.ts'
import { matchRoute, prefetchPage } from '../routes.tsx'
import type { InitialState, PageAssets } from './document.tsx'
import { findRedirectPath, renderPageMetadata } from './page-metadata.ts'
import { SERVED_PAGES } from './served-pages.ts'

await Promise.all([loadOnServer(loadRelations), loadOnServer(loadContactForm)])

const VERSION_CHARACTERS = 12

/** Returns the query parameters that the page at this path reads, in a fixed order; they are part of its cache key. */
export function knownParameters(address: URL): readonly string[] {
  return SERVED_PAGES[matchRoute(splitLanguage(address.pathname).path).route.path]!.parameters
}

/** The files of a page, and the text of a script that runs before the page is painted. */
interface ServedAssets extends PageAssets {
  inlineScript?: string
}

interface RenderedDocument {
  status: number
  html: Buffer
  /** The InitialState of the browser as JSON, and the URL under which the document expects it. */
  state?: { json: string; url: string }
  /** The SHA-256 of the script in the document, in base64, if it has one. */
  scriptHash?: string
  /** The new path of the page, with status 301. */
  location?: string
}

/**
 * Renders a public page as an HTML document in the language of its address. `api` performs the requests of the page; `getAssets` returns the built files
 * of a source module. The status is 404 for an unknown page or item, 400 or 503 if a request failed (decision 0018), and 301
 * for a page that has another path.
 */
export async function render(
  requested: URL,
  api: Api,
  getAssets: (page: string, language: Language) => ServedAssets,
): Promise<RenderedDocument> {
  const { language, address } = await readLanguage(api, requested)
  const client = createQueryClient(createLocalizedApi(api, language))
  const { route, params, found } = matchRoute(address.pathname)
  await prefetchPage(client, address)
  const page = { route: route.path, params, address, client }
  const location = await findRedirectPath(page)
  if (location) return { status: 301, html: Buffer.alloc(0), location: toLanguagePath(location, language) }
  const status = found ? getResponseStatus(client.getQueryCache().getAll()) : 404
  const content = client.getQueryData<PublicSiteContent>(siteContentQuery.queryKey) ?? DEFAULT_SITE_CONTENT
  client.setQueryData(siteContentQuery.queryKey, content)
  const { default: Page } = await route.load()
  const { inlineScript, ...assets } = getAssets(SERVED_PAGES[route.path]!.module, language)
  const initialState: InitialState = {
    assets,
    origin: address.origin,
    queries: dehydrateWithoutTimes(client),
  }
  const json = JSON.stringify(initialState)
  const state = { json, url: getStateUrl(requested, json) }
  const [html, metadata] = inLanguage(language, () => [
    renderToString(
      <Router ssrPath={toLanguagePath(address.pathname)} ssrSearch={address.search}>
        <Site
          client={client}
          initialState={initialState}
          stateUrl={state.url}
          loaded={new Map([[route, Page]])}
        />
      </Router>,
    ),
    status === 200 ? renderPageMetadata({ ...page, content }) : '',
  ])
  // Behind the styles: while it waits for them, the browser does not request the pictures of the body beside them.
  const script = inlineScript ? `<script>${inlineScript}</script>` : ''
  client.clear()
  return {
    status,
    html: assembleDocument(html, metadata + script),
    state,
    ...(inlineScript && { scriptHash: hash('sha256', inlineScript, 'base64') }),
  }
}

/** Returns the language of an address, and the address of the page without it. A language that the site does not have is a part of the path. */
async function readLanguage(api: Api, requested: URL): Promise<{ language: Language; address: URL }> {
  const { language, path } = splitLanguage(requested.pathname)
  if (language === DEFAULT_LANGUAGE) return { language, address: requested }
  const { languages } = await createQueryClient(createLocalizedApi(api, language))
    .fetchQuery(siteContentQuery)
    .catch(() => DEFAULT_SITE_CONTENT)
  if (languages[language] === 'off') return { language: DEFAULT_LANGUAGE, address: requested }
  const address = new URL(requested)
  address.pathname = path
  return { language, address }
}

/** The same data have the same state, whenever they were fetched. */
function dehydrateWithoutTimes(client: QueryClient): InitialState['queries'] {
  const { queries, mutations } = dehydrate(client, {
    shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
  })
  const withoutTimes = queries.map(({ state, ...query }) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...state, dataUpdatedAt: 0, errorUpdatedAt: 0 },
  }))
  return { mutations, queries: withoutTimes }
}

/** The address of the state of a page; its parameter `v` is the version of the content. */
function getStateUrl({ pathname, searchParams }: URL, json: string): string {
  const version = hash('sha256', json, 'base64url').slice(0, VERSION_CHARACTERS)
  return `${STATE_PATH}${pathname}?${new URLSearchParams([...searchParams, ['v', version]])}`
}

/** A reused buffer for UTF-8 encoding, as large as the longest page so far: allocating one per page would cost more time. */
let encodeBuffer = Buffer.alloc(0)
const MAX_BYTES_PER_CHARACTER = 3

/** Inserts tags at the end of the head. It works on bytes: slicing the string would flatten and copy its 100,000 characters. */
function assembleDocument(html: string, tags: string): Buffer {
  const maxBytes = html.length * MAX_BYTES_PER_CHARACTER
  if (encodeBuffer.length < maxBytes) encodeBuffer = Buffer.allocUnsafeSlow(maxBytes)
  const bytes = encodeBuffer.subarray(0, encodeBuffer.write(html))
  const endOfHead = bytes.indexOf('</head>')
  const head = bytes.subarray(0, endOfHead)
  return Buffer.concat([Buffer.from('<!doctype html>'), head, Buffer.from(tags), bytes.subarray(endOfHead)])
}

/** Whether the admin has a screen at this path. */
export function isAdminPath(pathname: string): boolean {
  return Object.values(ADMIN_PATHS).some((path) => parse(path).pattern.test(pathname))
}

/** Returns 200, or if a query failed its own 4xx status, or 503 for every other failure. */
function getResponseStatus(queries: { state: { status: string; error: unknown } }[]): number {
  const failed = queries.filter(({ state }) => state.status === 'error')
  const statuses = failed.map(({ state }) => {
    const status = getErrorStatus(state.error)
    return status !== undefined && status >= 400 && status < 500 ? status : 503
  })
  return Math.max(200, ...statuses)
}
