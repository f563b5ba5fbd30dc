import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { adminDocument, type Rendered, type WebBuild } from './web-build.ts'

interface Assets {
  css: string[]
  start?: string
  js: string[]
  preload: string[]
  fonts: string[]
}
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>
type Renderer = {
  render(address: URL, api: unknown, assetsOf: (page: string) => Assets): Promise<Rendered>
  knownParameters(address: URL): readonly string[]
  isAdminPath(pathname: string): boolean
}

const FONTS = ['src/web/fonts/sofia-sans-condensed-latin.woff2', 'src/web/fonts/public-sans-latin.woff2']
/** The sources that a front end begins with. */
type FrontEnd = { style: string; start?: string; entry: string }
const SITE: FrontEnd = {
  style: 'src/web/styles/site.css',
  start: 'src/web/site/start.ts',
  entry: 'src/web/site/entry-client.tsx',
}
const ADMIN: FrontEnd = { style: 'src/web/styles/admin.css', entry: 'src/web/admin/entry.tsx' }
const ONE_YEAR = '365d'

/** The front ends as `npm run build` left them in `folder`. Throws one sentence when they are not there. */
export async function openBuiltWeb(folder: string): Promise<WebBuild> {
  const siteFiles = readManifest(join(folder, 'site'))
  const adminFiles = readManifest(join(folder, 'admin'))
  const renderer = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Renderer
  const assetsByPage = new Map<string, Assets>()
  const assetsOf = (page: string) => {
    const known = assetsByPage.get(page)
    if (known) return known
    const made = readAssets(siteFiles, SITE, [page])
    assetsByPage.set(page, made)
    return made
  }
  const shell = adminDocument(readAssets(adminFiles, ADMIN, []))
  return {
    cacheable: true,
    render: (address, api) => renderer.render(address, api, assetsOf),
    knownParameters: async (address) => renderer.knownParameters(address),
    isAdminPath: async (pathname) => renderer.isAdminPath(pathname),
    adminShell: async () => shell,
    serveFiles: async (app) => {
      const files = { preCompressed: true, immutable: true, maxAge: ONE_YEAR }
      const site = join(folder, 'site')
      await app.register(fastifyStatic, { ...files, root: join(site, 'assets'), prefix: '/assets/' })
      await app.register(fastifyStatic, {
        ...files,
        root: join(folder, 'admin/office'),
        prefix: '/office/',
        decorateReply: false,
      })
      app.get('/favicon.svg', { schema: { hide: true } }, (_request, reply) =>
        reply.sendFile('favicon.svg', site, { maxAge: '1h', immutable: false }),
      )
    },
  }
}

function readManifest(folder: string): Manifest {
  const file = join(folder, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The pages are not built yet: run npm start, or npm run build.')
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

/** Everything a document loads: its own entry and the modules of its page, with all they import. */
function readAssets(manifest: Manifest, { style, start, entry }: FrontEnd, pages: string[]): Assets {
  const address = (source: string) => `/${manifest[source]!.file}`
  const modules = new Set<string>()
  const collect = (source: string) => {
    if (modules.has(source) || !manifest[source]) return
    modules.add(source)
    manifest[source].imports?.forEach(collect)
  }
  for (const source of [entry, ...pages]) collect(source)
  return {
    css: [address(style)],
    ...(start && { start: address(start) }),
    js: [address(entry)],
    preload: [...modules].filter((source) => source !== entry).map(address),
    fonts: FONTS.filter((source) => manifest[source]).map(address),
  }
}
