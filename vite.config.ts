import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'
import { DEFAULT_LANGUAGE, findLanguage, type Language } from './src/messages/language.ts'
import { compiledMessages } from './src/messages/vite-plugin.ts'

const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
const LEAST_BYTES = 200

/** The modules of React and its companions, which stay cached when only our code changes. */
const FRAMEWORK = {
  name: 'framework',
  test: /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|@tanstack\/(?:react-query|query-core))\//,
}

/**
 * No part of the file below: the entries, because one that waits for a page must not be what the page waits for, and what
 * only lists of the catalogue or few visitors need.
 */
const NOT_EVERY_PAGE =
  /\/(?:deferred-scripts|remembered-view-script|entry-client|parse-catalogue-url|features\/layout\/offer-language|items\/(?:item-card|remembered\/continue-slot)|queries\/(?:list|publication|reviews)[^/]*)\.tsx?$|infiniteQueryObserver|useInfiniteQuery/

/** Small modules that nearly every page has. */
const SMALL_PARTS =
  /lucide-react\/dist\/esm\/icons\/(?:arrow-left|check|search)\.|src\/(?:contracts\/(?:limits|enquiry\/line-text|item\/(?:kind|code))|web\/(?:ui\/(?:spinner|stars|badge)|lib\/(?:api\/query-client|content-language|watch-visibility|use-debounced-callback)|site\/enquiry\/ask-link))\./

/**
 * What every public page loads, with React, in one file: in two files it would compress to 1.5 kB more, and a visitor loads
 * it once between two versions of the site.
 */
const EVERY_PAGE = {
  name: 'every-page',
  priority: 1,
  test: (file: string) =>
    !NOT_EVERY_PAGE.test(file) &&
    (FRAMEWORK.test.test(file) ||
      SMALL_PARTS.test(file) ||
      /src\/web\/site\/(?:[^/]+|(?:features\/layout|queries|items(?:\/(?:pictures|remembered))?)\/(?!thumbhash|continue\.|days-ago|compare-tray|imperial-text|item-strip|recently-viewed-strip|share)[^/]+)$/.test(
        file,
      )),
}

/** The cards of items, which the first view of the details page has none of. */
const CARDS = { name: 'cards', priority: 1, test: /src\/web\/site\/items\/item-card/ }

/** The lists of the catalogue, which the chat and written pages have as well. */
const LISTS = {
  name: 'lists',
  priority: 1,
  test: /src\/web\/site\/(?:parse-catalogue-url|queries\/(?:list|publication))|infiniteQueryObserver|useInfiniteQuery/,
}

/**
 * What several public pages share beyond that. Fields, dialogs, the enquiry list and the search are not part of it: a first visit does
 * not need them.
 */
const SHARED = {
  name: 'shared',
  priority: 1,
  test: /src\/(?:contracts(?!\/(?:(?:quantities|files|fields|publication|enquiry(?!\/form-limits))\/|catalogue\/compared-terms|item\/price-rules))|web\/(?:lib|ui(?!\/(?:field|overlays\/dialog))|site(?!\/(?:enquiry|search|machines|features\/(?:publication|catalogue\/filters))\/|\/pages\/(?:publication|not-found)|\/items\/share)))\/|node_modules\/lucide-react\//,
  minShareCount: 2,
}

/** What only the details page and the comparison need. */
const ITEM_PAGES = {
  name: 'item-pages',
  priority: 1,
  test: /src\/(?:web\/(?:lib\/copy-text|site\/items\/(?:item-strip|remembered\/recently-viewed-strip))|contracts\/item\/terms)|lucide-react\/dist\/esm\/icons\/(?:link-2|printer)\./,
}

/** The catalogue with its search field, which other pages load only when their search is used. */
const CATALOGUE = {
  name: 'catalogue',
  priority: 1,
  test: /src\/(?:contracts\/quantities\/unit-names|web\/(?:lib\/use-debounced-callback|site\/(?:search\/(?:search-field|use-suggestions)|features\/catalogue\/(?!filter|shared)|pages\/catalogue)))/,
}

/** The fields of forms and filters. */
const FIELD = { name: 'field', priority: 1, test: /src\/web\/ui\/field/ }

/** The home page with its form, which other pages load only when they have the form. */
const LANDING = {
  name: 'landing',
  priority: 1,
  test: /src\/web\/site\/(?:pages\/landing|features\/landing\/|enquiry\/(?:form\/(?:contact-form|no-script-fields)|privacy-line))/,
}

/**
 * What at least eight parts of the admin share: the list of items requests 23 scripts instead of 52, with fewer bytes. What
 * fewer of them share would make the first screen larger than its budget.
 */
const SCREENS = { name: 'screens', test: /\/src\/|node_modules\/lucide-react\//, minShareCount: 8 }

/** The front ends are built apart, so that neither's needs shape the other's files, and no office code is public. */
const FRONT_ENDS = {
  site: {
    outDir: 'dist/site',
    assetsDir: 'assets',
    groups: [EVERY_PAGE, CARDS, LISTS, ITEM_PAGES, SHARED, CATALOGUE, FIELD, LANDING],
    input: {
      start: 'src/web/site/deferred-scripts.ts',
      view: 'src/web/site/remembered-view-script.ts',
      site: 'src/web/site/entry-client.tsx',
      style: 'src/web/styles/site.css',
      print: 'src/web/styles/print.css',
      customer: 'src/web/customer/private-page.ts',
      'customer-style': 'src/web/styles/customer.css',
    },
  },
  admin: {
    outDir: 'dist/admin',
    assetsDir: 'office',
    groups: [FRAMEWORK, SCREENS],
    input: { admin: 'src/web/admin/entry.tsx', style: 'src/web/styles/admin.css' },
  },
}

/** Packages with files of their own beside the code, and those that only development loads. The program loads them by name. */
const EXTERNAL_PACKAGES = [
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'sharp',
  'vite',
  '@vitejs/plugin-react',
]

const SERVER_FOLDER = 'dist/server'

/**
 * What runs on the server, with its packages in few files: loading 1,300 modules takes longer than the rest of the start.
 * `sourceFolders` adds the programs of child processes.
 */
const SERVER: BuildOptions = {
  outDir: SERVER_FOLDER,
  rolldownOptions: {
    input: {
      main: 'src/main.ts',
      'entry-server': 'src/web/site/document/entry-server.tsx',
      admin: 'src/commands/admin.ts',
      backup: 'src/commands/backup.ts',
      restore: 'src/commands/restore.ts',
      transfer: 'src/commands/transfer.ts',
    },
    // In one folder, from which `sourceFolders` leads to the sources.
    output: { chunkFileNames: '[name]-[hash].js' },
  },
}

/**
 * `vite build --mode site` in English, `--mode site-ta` in Tamil, `vite build --mode admin`, and `vite build --ssr` for the
 * server. In development one server answers all of them from their sources.
 */
export default defineConfig(({ command, isSsrBuild, mode: modeWithLanguage }) => {
  const [mode, code = DEFAULT_LANGUAGE] = modeWithLanguage.split('-')
  const language = findLanguage(code)
  if (!language) throw new Error(`src/messages/language.ts has no language '${code}'.`)
  return {
    appType: 'custom',
    publicDir: mode === 'admin' || isSsrBuild ? false : 'src/web/public',
    plugins: [
      react(),
      tailwindcss(),
      plainIcons(),
      ...(isSsrBuild ? [] : [compiledMessages(language)]),
      isSsrBuild
        ? [sourceFolders(), asciiCode()]
        : compressed(mode === 'admin' || language !== DEFAULT_LANGUAGE ? [{}] : BROTLI_VARIANTS),
    ],
    build: isSsrBuild ? SERVER : browserBuild(mode === 'admin' ? 'admin' : 'site', language),
    resolve: {
      alias: [
        // Wouter loads this copy for versions of React that lack the function.
        { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
        ...(command === 'build' && !isSsrBuild
          ? [
              {
                find: './look-up.ts',
                replacement: join(import.meta.dirname, 'src/messages/compiled-texts.ts'),
              },
            ]
          : []),
        ...(mode === 'site'
          ? [
              {
                find: './mutationCache.js',
                replacement: join(import.meta.dirname, 'src/web/lib/api/no-mutations.ts'),
              },
            ]
          : []),
        {
          find: '../createLucideIcon.mjs',
          replacement: join(import.meta.dirname, 'src/web/ui/icons/lucide-icon.tsx'),
        },
      ],
    },
    ...(command === 'build' && { ssr: { noExternal: true as const, external: EXTERNAL_PACKAGES } }),
    // React brings two builds; without this the server would render with the slow one.
    ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  }
})

/** All languages of the site are built into one folder: what has no texts is the same file in each. */
function browserBuild(name: keyof typeof FRONT_ENDS, language: Language): BuildOptions {
  const { input, groups, ...places } = FRONT_ENDS[name]
  return {
    ...places,
    emptyOutDir: language === DEFAULT_LANGUAGE,
    manifest: `.vite/manifest-${language}.json`,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input, output: { codeSplitting: { groups } } },
  }
}

/** Removes what `createIcon` does not use from the modules of lucide-react, above all the random keys of its elements. */
function plainIcons(): Plugin {
  return {
    name: 'capstan:plain-icons',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({
        code: code.replace(/,\s*key: "\w+"|^__iconData\.node;$|^ {2}(?:name|size): .+,$/gm, ''),
        map: null,
      }),
    },
  }
}

/** The file of a child process or a worker thread, as the module that starts it names it; the compiler may change the quotes. */
const PROGRAM_FILE = /join\(import\.meta\.dirname, ["']([^"']+)\.ts["']\)/g

/**
 * Replaces the path of each program that a module starts, as in `join(import.meta.dirname, 'import-process.ts')`. `replace`
 * receives the path of the source, and returns an expression.
 */
export function replacePrograms(code: string, module: string, replace: (source: string) => string): string {
  return code.replace(PROGRAM_FILE, (_, name) => replace(join(dirname(module), `${name}.ts`)))
}

/**
 * Bundles the programs of child processes and worker threads beside the one that starts them, and lets all of them find the
 * files beside their sources: templates, fonts and SQL.
 */
function sourceFolders(): Plugin {
  return {
    name: 'capstan:source-folders',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/(?:server\/|main)/, code: /import\.meta\.dirname/ },
      handler(code, id) {
        const folder = relative(join(import.meta.dirname, SERVER_FOLDER), dirname(id))
        const withPrograms = replacePrograms(code, id, (source) => {
          const fileName = `${basename(source, '.ts')}.js`
          this.emitFile({ type: 'chunk', id: source, fileName })
          return `joinPath(bundleFolder, '${fileName}')`
        })
        const bundled = withPrograms.replaceAll(
          'import.meta.dirname',
          `joinPath(bundleFolder, ${JSON.stringify(folder)})`,
        )
        const head = `import { join as joinPath } from 'node:path'\nconst bundleFolder = import.meta.dirname\n`
        return { code: head + bundled, map: null }
      },
    },
  }
}

/**
 * Escapes all characters that are not ASCII, with which V8 stores a source text in two bytes a character: 12 MB of memory and
 * 70 ms of the start. A regular expression in `String.raw` means the same with escapes; no other text is written so.
 */
function asciiCode(): Plugin {
  const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'capstan:ascii-code',
    apply: 'build',
    // Afterwards: the bundler writes such characters without escapes.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeCharacter)
    },
  }
}

type BrotliVariant = Record<number, number>

/** Compresses with the parameters that suit a file best. */
async function compressBest(source: Buffer, candidates: BrotliVariant[]): Promise<Buffer> {
  const variants = candidates.map((variant) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, ...variant }
    return promisify(brotliCompress)(source, { params })
  })
  return (await Promise.all(variants)).reduce((best, next) => (next.length < best.length ? next : best))
}

/** For the public site: with one set, the size of a file changes by 100 bytes with every edit. Each costs seconds of a build. */
const BROTLI_VARIANTS: BrotliVariant[] = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
  { [constants.BROTLI_PARAM_LGBLOCK]: 20 },
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
  { [constants.BROTLI_PARAM_NDIRECT]: 15 },
]

/** Writes .br and .gz beside every built text file, so that serving one is only sending it. */
function compressed(candidates: BrotliVariant[]): Plugin {
  return {
    name: 'capstan:compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name))) {
        const file = join(dir, fileName)
        const source = await readFile(file)
        if (source.length < LEAST_BYTES || existsSync(`${file}.br`)) continue
        await writeFile(`${file}.br`, await compressBest(source, candidates))
        await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
      }
    },
  }
}
