import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
const LEAST_BYTES = 200

/** What every public page needs, in one file: it compresses better and stays cached when only our code changes. */
const FRAMEWORK = {
  name: 'framework',
  test: /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack\/(?:react-query|query-core))\//,
}

/** The modules that several public pages share, in one file instead of thirty; form fields are on one page and in dialogs. */
const SHARED = {
  name: 'shared',
  test: /src\/(?:contracts|web\/(?:lib|ui(?!\/field)|site))\/|node_modules\/lucide-react\//,
  minShareCount: 2,
}

/** The front ends are built apart, so that neither's needs shape the other's files, and no office code is public. */
const FRONT_ENDS = {
  site: {
    outDir: 'dist/site',
    assetsDir: 'assets',
    groups: [FRAMEWORK, SHARED],
    input: {
      start: 'src/web/site/deferred-scripts.ts',
      site: 'src/web/site/entry-client.tsx',
      style: 'src/web/styles/site.css',
    },
  },
  admin: {
    outDir: 'dist/admin',
    assetsDir: 'office',
    groups: [FRAMEWORK],
    input: { admin: 'src/web/admin/entry.tsx', style: 'src/web/styles/admin.css' },
  },
}

/**
 * `vite build --mode site`, `vite build --mode admin`, and `vite build --ssr` for the function that renders the site.
 * In development one server answers all three from their sources.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  appType: 'custom',
  publicDir: mode === 'admin' || isSsrBuild ? false : 'src/web/public',
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [compressed()])],
  build: isSsrBuild ? RENDERER : browserBuild(FRONT_ENDS[mode === 'admin' ? 'admin' : 'site']),
  ...(command === 'build' && { ssr: { noExternal: true as const } }),
  // React brings two builds; without this the server would render with the slow one.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}))

const RENDERER: BuildOptions = {
  outDir: 'dist/server',
  rolldownOptions: { input: { 'entry-server': 'src/web/site/entry-server.tsx' } },
}

function browserBuild({
  input,
  groups,
  ...places
}: (typeof FRONT_ENDS)[keyof typeof FRONT_ENDS]): BuildOptions {
  return {
    ...places,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input, output: { codeSplitting: { groups } } },
  }
}

/** Writes .br and .gz beside every built text file, so that serving one is only sending it. */
function compressed(): Plugin {
  return {
    name: 'capstan:compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name))) {
        const file = join(dir, fileName)
        const source = await readFile(file)
        if (source.length < LEAST_BYTES) continue
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(source, { params }))
        await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
      }
    },
  }
}
