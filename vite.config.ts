import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
const LEAST_BYTES = 1000

/** What every public page needs, in one file: it compresses better and stays cached when only our code changes. */
const FRAMEWORK = {
  name: 'framework',
  test: /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack\/(?:react-query|query-core))\//,
}

/** The web's two front ends and the function that renders the first: `vite build` and `vite build --ssr`. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'src/web/public',
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [compressed()])],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      ...(!isSsrBuild && { output: { codeSplitting: { groups: [FRAMEWORK] } } }),
      input: isSsrBuild
        ? { 'entry-server': 'src/web/site/entry-server.tsx' }
        : {
            site: 'src/web/site/entry-client.tsx',
            'site-style': 'src/web/styles/site.css',
            admin: 'src/web/admin/entry.tsx',
            'admin-style': 'src/web/styles/admin.css',
          },
    },
  },
  ssr: { noExternal: true },
}))

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
