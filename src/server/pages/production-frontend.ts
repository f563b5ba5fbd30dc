import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#messages/language.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { DOCUMENT_HEADERS } from '#server/kernel/http/security-headers.ts'
import { type Frontend, type RenderResult, renderAdminDocument } from './frontend.ts'

interface Assets {
  css: string[]
  print?: string
  inlineScript?: string
  start?: string
  js: string[]
  preload: string[]
}
type ViteManifest = Record<string, { file: string; imports?: string[]; css?: string[] }>
type Renderer = {
  render(
    address: URL,
    api: unknown,
    getAssets: (page: string, language: Language) => Assets,
  ): Promise<RenderResult>
  knownParameters(address: URL): readonly string[]
  isAdminPath(pathname: string): boolean
}

const FONTS = ['src/web/fonts/sofia-sans-condensed-latin.woff2', 'src/web/fonts/public-sans-latin.woff2']
/** The scripts that are part of the document, by page. Source paths in the manifest, as in `FrontendSources`. */
const INLINE_SCRIPTS: Record<string, string> = {
  'src/web/site/pages/catalogue.tsx': 'src/web/site/remembered-view-script.ts',
}
type FrontendSources = {
  style: string
  print?: string
  start?: string
  entry: string
}
const SITE: FrontendSources = {
  style: 'src/web/styles/site.css',
  print: 'src/web/styles/print.css',
  start: 'src/web/site/deferred-scripts.ts',
  entry: 'src/web/site/entry-client.tsx',
}
const ADMIN: FrontendSources = { style: 'src/web/styles/admin.css', entry: 'src/web/admin/entry.tsx' }
const CUSTOMER: FrontendSources = {
  style: 'src/web/styles/customer.css',
  entry: 'src/web/customer/private-page.ts',
}
const ONE_YEAR = '365d'
/** Also as compressed. */
const SVG = /\.svg(?:\.br|\.gz)?$/

/** Opens the front ends that `npm run build` has written to `folder`. Throws if there are none. */
export async function openProductionFrontend(folder: string): Promise<Frontend> {
  const files = new Map(
    LANGUAGE_CODES.map((language) => [
      language,
      readManifest(join(folder, `site/.vite/manifest-${language}.json`)),
    ]),
  )
  const siteFiles = files.get(DEFAULT_LANGUAGE)!
  const adminFiles = readManifest(join(folder, 'admin/.vite/manifest-en.json'))
  const renderer = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Renderer
  const assetsByPage = new Map<string, Assets>()
  const getAssets = (page: string, language: Language) => {
    const key = `${language} ${page}`
    const cached = assetsByPage.get(key)
    if (cached) return cached
    const manifest = files.get(language)!
    const script = manifest[INLINE_SCRIPTS[page] ?? '']
    const assets = {
      ...readAssets(manifest, SITE, [page]),
      ...(script && { inlineScript: readFileSync(join(folder, 'site', script.file), 'utf8').trim() }),
    }
    assetsByPage.set(key, assets)
    return assets
  }
  const shell = renderAdminDocument(readAssets(adminFiles, ADMIN, []))
  return {
    privatePageAssets: {
      ...readAssets(siteFiles, CUSTOMER, []),
      fonts: FONTS.map((source) => `/${siteFiles[source]!.file}`),
    },
    cacheControl: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    render: (address, api) => renderer.render(address, api, getAssets),
    knownParameters: async (address) => renderer.knownParameters(address),
    isAdminPath: async (pathname) => renderer.isAdminPath(pathname),
    adminShell: async () => shell,
    serveFiles: async (app) => {
      // Hashed names never change their content.
      const files = {
        preCompressed: true,
        immutable: true,
        maxAge: ONE_YEAR,
        lastModified: false,
        setHeaders,
      }
      const site = join(folder, 'site')
      await app.register(fastifyStatic, { ...files, root: join(site, 'assets'), prefix: '/assets/' })
      await app.register(fastifyStatic, {
        ...files,
        root: join(folder, 'admin/office'),
        prefix: '/office/',
        decorateReply: false,
      })
      createRouter(app)('GET /favicon.svg', { permission: 'public' }, (_request, reply) =>
        reply.sendFile('favicon.svg', site, { maxAge: '1h', immutable: false }),
      )
    },
  }
}

/**
 * Without the headers of documents, and without the date, the styles and their headers fit the first 14,600 bytes of a connection,
 * which saves a round trip before the first paint. Only what is a document when it is opened by itself has them.
 */
function setHeaders(reply: FastifyReply, path: string): void {
  if (SVG.test(path)) return
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
}

function readManifest(file: string): ViteManifest {
  if (!existsSync(file)) throw new Error('The pages are not built yet. Run npm start, or npm run build.')
  return JSON.parse(readFileSync(file, 'utf8')) as ViteManifest
}

/** Returns the files that a document loads: its entry, the modules of its page, and everything that these import. */
function readAssets(
  manifest: ViteManifest,
  { style, print, start, entry }: FrontendSources,
  pages: string[],
): Assets {
  const toUrl = (source: string) => `/${manifest[source]!.file}`
  const modules = new Set<string>()
  const collect = (source: string) => {
    if (modules.has(source) || !manifest[source]) return
    modules.add(source)
    manifest[source].imports?.forEach(collect)
  }
  for (const source of [entry, ...pages]) collect(source)
  return {
    css: [toUrl(style)],
    ...(print && { print: toUrl(print) }),
    ...(start && { start: toUrl(start) }),
    js: [toUrl(entry)],
    preload: [...modules].filter((source) => source !== entry).map(toUrl),
  }
}
