import type { FastifyInstance } from 'fastify'
import type * as Server from 'vite'
import { createRouter } from '#server/kernel/http/route.ts'
import { type Frontend, type RenderResult, renderAdminDocument } from './frontend.ts'

type Renderer = {
  render(address: URL, api: unknown, getAssets: () => object): Promise<RenderResult>
  knownParameters(address: URL): readonly string[]
  isAdminPath(pathname: string): boolean
}

const PREAMBLE = '/@react-preamble'
const SITE = {
  css: ['/src/web/styles/site.css'],
  print: '/src/web/styles/print.css',
  js: ['/@vite/client', PREAMBLE, '/src/web/site/entry-client.tsx'],
  preload: [],
}
const ADMIN = {
  css: ['/src/web/styles/admin.css'],
  js: ['/@vite/client', PREAMBLE, '/src/web/admin/entry.tsx'],
  preload: [],
}
const CUSTOMER = {
  css: ['/src/web/styles/customer.css'],
  js: ['/src/web/customer/private-page.ts'],
  fonts: [],
}
/** Paths that Vite serves. */
const VITE_PATHS = ['/@*', '/src/*', '/node_modules/*', '/favicon.svg']

/**
 * Opens the front ends from source, with hot reload. Its web socket uses the site's port, so that several copies can run
 * side by side.
 */
export async function openViteFrontend(projectFolder: string, app: FastifyInstance): Promise<Frontend> {
  const { createServer } = (await import('vite')) as typeof Server
  const { default: react } = await import('@vitejs/plugin-react')
  const vite = await createServer({
    root: projectFolder,
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  const loadRenderer = async () =>
    (await vite.ssrLoadModule('/src/web/site/document/entry-server.tsx')) as Renderer
  return {
    privatePageAssets: CUSTOMER,
    cacheControl: 'no-store',
    render: async (address, api) => (await loadRenderer()).render(address, api, () => SITE),
    knownParameters: async (address) => (await loadRenderer()).knownParameters(address),
    isAdminPath: async (pathname) => (await loadRenderer()).isAdminPath(pathname),
    adminShell: async () => renderAdminDocument(ADMIN),
    serveFiles: async () => {
      const preamble = react.preambleCode.replaceAll('__BASE__', '/')
      const route = createRouter(app)
      route(`GET ${PREAMBLE}`, { permission: 'public' }, (_request, reply) =>
        reply.type('text/javascript').send(preamble),
      )
      for (const path of VITE_PATHS)
        route(`GET ${path}`, { permission: 'public' }, (request, reply) => {
          reply.hijack()
          vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
        })
      // Vite's client polls a restarted server from a worker that it creates from a blob.
      app.addHook('onSend', async (_request, reply) => {
        reply.header(
          'content-security-policy',
          `${reply.getHeader('content-security-policy')}; worker-src 'self' blob:`,
        )
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}
