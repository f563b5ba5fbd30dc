import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replacePrograms } from '../vite.config.ts'

const SERVER_BASE_LAYERS = ['contracts', 'messages', 'server/kernel', 'server/http-cache', 'server/database']
const WEB_BASE_LAYERS = ['contracts', 'messages', 'web/ui', 'web/lib', 'web/pictures', 'web/styles']
const ADMIN_BASE_LAYERS = ['shell', 'list', 'editing', 'fields', 'session'].map((name) => `web/admin/${name}`)
/** The folders of the catalogue from the bottom up. Each may import those before it. */
const CATALOGUE = [
  'item',
  'search',
  'items',
  'documents',
  'listing',
  'relations',
  'item-api',
  'export',
  'imports',
  'grid',
  'prices',
  'quality',
  'templates',
  'comparison',
  'job-finder',
].map((name) => `server/catalogue/${name}`)

/** The layers and modules and what each may import besides itself. The first match applies. */
const IMPORT_RULES: [layer: RegExp, allowed: string[]][] = [
  [/^main\.ts/, ['server', 'web']],
  [/^commands/, ['server', 'contracts']],
  [/^messages/, []],
  [/^contracts/, ['messages']],
  [/^server\/kernel/, ['contracts', 'messages']],
  [/^server\/database/, ['contracts', 'messages', 'server/kernel']],
  [/^server\/http-cache/, ['contracts', 'messages', 'server/kernel']],
  ...CATALOGUE.map((folder, index): [RegExp, string[]] => [
    new RegExp(`^${folder}(?=/)`),
    [...SERVER_BASE_LAYERS, ...CATALOGUE.slice(0, index)],
  ]),
  [
    /^server\/(backup|catalogue|media|sales|accounts|reviews|site-content|pages|audit-log|mail|dashboard|operations|transfer|translations|visitors)(?=\/)/,
    SERVER_BASE_LAYERS,
  ],
  [/^server\/(?:(?:setup|personal-data)\/)?[^/]+\.ts/, ['server', 'contracts', 'messages']],
  [/^web\/ui/, ['web/lib/store.ts', 'messages', 'contracts/format.ts']],
  [/^web\/lib/, ['contracts', 'messages']],
  [/^web\/styles/, []],
  [/^web\/customer/, []],
  [/^web\/site\/items/, [...WEB_BASE_LAYERS, 'web/site/queries']],
  [/^web\/site\/enquiry/, [...WEB_BASE_LAYERS, 'web/site/queries', 'web/site/items']],
  [
    /^web\/site\/(?:machines|search)/,
    [
      ...WEB_BASE_LAYERS,
      'web/site/queries',
      'web/site/items',
      'web/site/catalogue-url.ts',
      'web/site/parse-catalogue-url.ts',
    ],
  ],
  [
    /^web\/site\/features\/[^/]+/,
    [
      ...WEB_BASE_LAYERS,
      'web/site/queries',
      'web/site/items',
      'web/site/enquiry',
      'web/site/machines',
      'web/site/search',
      'web/site/catalogue-url.ts',
      'web/site/parse-catalogue-url.ts',
      'web/site/page-titles.ts',
    ],
  ],
  [/^web\/site/, [...WEB_BASE_LAYERS, 'web/site']],
  [
    /^web\/admin\/(?:shell|list|editing|fields|session|features\/[^/]+)/,
    [...WEB_BASE_LAYERS, ...ADMIN_BASE_LAYERS],
  ],
  [/^web\/admin/, [...WEB_BASE_LAYERS, 'web/admin']],
]
/** Imports that break a rule, with the reason. */
const EXCEPTIONS = new Set([
  // The marks of cards load what they say.
  'web/site/items/remembered/my-machines.tsx → web/site/machines/machine-fits.tsx',
  // The layout loads the sign-in dialog lazily, in its own chunk.
  'web/site/features/layout/site-layout.tsx → web/site/features/sign-in/sign-in-dialog.tsx',
  // The chat is loaded lazily as well.
  'web/site/features/layout/floating-actions.tsx → web/site/features/chat/chat-window.tsx',
])
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/** Returns every import below `src` that its rule forbids, and every file without a rule. */
function findForbiddenImports(src: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => {
      const rule = IMPORT_RULES.find(([layer]) => layer.test(path))
      if (!rule) return [`${path} belongs to no layer`]
      const [self] = path.match(rule[0])!
      return listImports(src, path)
        .filter((to) => ![self, ...rule[1]].some((layer) => `${to}/`.startsWith(`${layer}/`)))
        .map((to) => `${path} → ${to}`)
    })
    .filter((wrong) => !EXCEPTIONS.has(wrong))
}

function listImports(src: string, path: string): string[] {
  return [...readFileSync(join(src, path), 'utf8').matchAll(SPECIFIER)]
    .map((hit) => hit[1]!)
    .filter((to) => to.startsWith('.') || to.startsWith('#'))
    .map((to) => (to.startsWith('#') ? to.slice(1) : join(dirname(path), to)))
}

const MAX_FILES = 15

test(`No folder of src has more than ${MAX_FILES} files besides tests, except for migrations`, () => {
  const folders = Map.groupBy(
    globSync('**/*.*', { cwd: 'src' }).filter((path) => !/\.test\.|^web\/(?:fonts|public)\//.test(path)),
    dirname,
  )
  const big = [...folders].filter(
    ([path, files]) => files.length > MAX_FILES && !path.endsWith('/migrations'),
  )
  expect(big.map(([path, files]) => `${path}: ${files.length}`)).toEqual([])
})

test('Every import in src follows the layer rules', () => {
  expect(findForbiddenImports('src')).toEqual([])
})

const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`(]*>)?`/
/** The layer below all modules. */
const SQL_FOLDER = /^server\/database\//

/** Returns every file with SQL that is neither a store nor in the folder for SQL. */
const findStraySql = (src: string): string[] =>
  globSync('**/*.ts', { cwd: src })
    .filter((path) => !SQL_FOLDER.test(path) && !/\/store[\w-]*\.ts$|\.test\.ts$/.test(path))
    .filter((path) => SQL.test(readFileSync(join(src, path), 'utf8')))

test('SQL stands in store files only', () => {
  expect(findStraySql('src')).toEqual([])
})

test('The imports of src contain no cycle, type imports included', () => {
  expect(findCycles('src')).toEqual([])
})

/** Returns every group of files that import each other, directly or indirectly (Tarjan's algorithm). */
function findCycles(src: string): string[][] {
  const paths = globSync('**/*.{ts,tsx}', { cwd: src }).filter((path) => !path.includes('.test.'))
  const order = new Map<string, { index: number; low: number; onStack: boolean }>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(path: string) {
    const state = { index: order.size, low: order.size, onStack: true }
    order.set(path, state)
    stack.push(path)
    for (const to of listImports(src, path)) {
      if (to === path) cycles.push([path])
      const known = order.get(to)
      if (!known && paths.includes(to)) state.low = Math.min(state.low, visit(to).low)
      else if (known?.onStack) state.low = Math.min(state.low, known.index)
    }
    if (state.low === state.index) {
      const group = stack.splice(stack.indexOf(path))
      for (const each of group) order.get(each)!.onStack = false
      if (group.length > 1) cycles.push(group.sort())
    }
    return state
  }
  for (const path of paths) if (!order.has(path)) visit(path)
  return cycles
}

/** Creates a source folder with these files. */
function createFixture(files: Record<string, string>): string {
  const src = mkdtempSync(join(tmpdir(), 'capstan-architecture-'))
  onTestFinished(() => rmSync(src, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(src, dirname(path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  return src
}

test('The checks report forbidden imports, files of no layer, cycles and stray SQL, and nothing else', () => {
  const src = createFixture({
    'server/catalogue/store.ts': "import { x } from '../media/media-service.ts'",
    'server/kernel/ids.ts': "import type { x } from '#server/database/open.ts'",
    'contracts/item/item.ts': "export * from '#server/config.ts'",
    'web/ui/button.tsx': "import { x } from '../lib/api.ts'",
    'web/site/features/catalogue/row.tsx': "import { x } from '../product/gallery.tsx'",
    'web/site/app.tsx': "const x = await import('../admin/routes.tsx')",
    'web/admin/routes.tsx': "import { x } from '#server/app.ts'",
    'utils/strings.ts': '',
    'contracts/a.ts': "import type { B } from './b.ts'",
    'contracts/b.ts': "export { a } from './a.ts'",
    'server/reviews/routes.ts': "db.selectFrom('item').selectAll()",
    'server/reviews/rules.ts': 'sql<{ id: string }>`select id from item`.execute(db)',
    'server/reviews/limits.ts': 'const sql = 1',
  })
  expect(findForbiddenImports(src).toSorted()).toEqual([
    'contracts/item/item.ts → server/config.ts',
    'server/catalogue/store.ts → server/media/media-service.ts',
    'server/kernel/ids.ts → server/database/open.ts',
    'utils/strings.ts belongs to no layer',
    'web/admin/routes.tsx → server/app.ts',
    'web/site/app.tsx → web/admin/routes.tsx',
    'web/site/features/catalogue/row.tsx → web/site/features/product/gallery.tsx',
    'web/ui/button.tsx → web/lib/api.ts',
  ])
  expect(findCycles(src)).toEqual([['contracts/a.ts', 'contracts/b.ts']])
  expect(findStraySql(src).toSorted()).toEqual(['server/reviews/routes.ts', 'server/reviews/rules.ts'])
})

test('The program finds files by import.meta.dirname in src/server only, which the build replaces (decision 0230)', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const found = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import\.meta\.(\w+)/g)].map(([, name]) => `${path}: ${name}`),
  )
  const allowed =
    /^src\/(?:server\/[^:]+|main\.ts): dirname$|^src\/web\/[^:]+: env$|^src\/web\/admin\/[^:]+: url$/
  expect(found.filter((use) => !allowed.test(use))).toEqual([])
  expect(found).toContain('src/server/database/sqlite/worker-pool.ts: dirname')
})

test('Programs of child processes and threads are named as the build finds them, and no two have the same name (decision 0232)', () => {
  const named: string[] = []
  const found: string[] = []
  // Paths from the project's folder are those of built scripts in a manifest.
  for (const path of globSync('src/server/**/*.ts').filter((path) => !path.includes('.test.'))) {
    const code = readFileSync(path, 'utf8')
    for (const [, file = ''] of code.matchAll(/(?<!from |import |import\()'(?!\/?src\/)([^'\n]+\.ts)'/g))
      named.push(join(dirname(path), file))
    replacePrograms(code, path, (source) => {
      found.push(source)
      return ''
    })
  }
  expect(found.toSorted()).toEqual(named.toSorted())
  expect(found).toContain('src/server/catalogue/imports/import-process.ts')
  const programs = [
    ...new Set(found),
    ...globSync('src/commands/{admin,backup,restore,transfer}.ts'),
    'src/main.ts',
  ]
  expect(new Set(programs.map((path) => basename(path))).size).toBe(programs.length)
})

const STATIC_IMPORT = /^(?:import\s*|(?:import|export)\b(?! type\b)[\w\s{},*$]*?\bfrom\s*)'([^']+)'/gm

/** Returns the packages that are loaded when `path` is imported, before any request. */
function listLoadedPackages(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const found = [...readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)].map((hit) => hit[1]!)
  return found.flatMap((to) => {
    if (to.startsWith('#')) return listLoadedPackages(to.replace('#', 'src/'), seen)
    if (to.includes('.css')) return []
    return to.startsWith('.') ? listLoadedPackages(join(dirname(path), to), seen) : [to]
  })
}

test('Starting the program does not load packages that an idle site does not need', () => {
  const loaded = listLoadedPackages('src/main.ts')
  expect(loaded).toContain('fastify')
  expect(loaded).toContain('zod')
  expect(loaded.filter((name) => HEAVY_PACKAGES.has(name))).toEqual([])
})

test('No page of the site loads a package that checks data or edits texts', () => {
  const pages = globSync('src/web/site/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.|^src\/web\/site\/document\//.test(path),
  )
  const loadedBy = (path: string) => new Set(listLoadedPackages(path, new Set([MESSAGE_COMPILER])))
  expect(loadedBy('src/web/site/entry-client.tsx')).toContain('react-dom/client')
  const found = pages.flatMap((path) =>
    [...loadedBy(path)].filter((name) => !SITE_PACKAGES.test(name)).map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test('No module of the public site uses the mutations that its build leaves out', () => {
  const isUser = (path: string) =>
    /\buseMutation\b|\bMutationObserver\b.*query/.test(readFileSync(path, 'utf8'))
  expect(globSync('src/web/{site,lib,ui}/**/*.{ts,tsx}').filter(isUser)).toEqual([])
  expect(globSync('src/web/admin/**/*.{ts,tsx}').some(isUser)).toBe(true)
})

/** The build for browsers leaves it out (src/messages/messages.test.ts). */
const MESSAGE_COMPILER = 'src/messages/look-up.ts'
/** React and its companions. */
const SITE_PACKAGES =
  /^(?:react|react-dom|wouter|@tanstack\/react-query|regexparam|lucide-react|thumbhash)(?:\/|$)/

/** Packages for pictures, backups, e-mail, sign-in, development and metrics. */
const HEAVY_PACKAGES = new Set(['sharp', 'tar', 'nodemailer', '@node-rs/argon2', 'vite', 'prom-client'])
