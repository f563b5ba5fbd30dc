import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const SERVER_GROUND = ['contracts', 'server/kernel', 'server/database']
const WEB_GROUND = ['contracts', 'web/ui', 'web/lib', 'web/pictures']

/** Every room of the house and the rooms it may look into; itself is implied, siblings are not. First match wins. */
const MAY_IMPORT: [room: RegExp, allowed: string[]][] = [
  [/^main\.ts/, ['server', 'web']],
  [/^commands/, ['server', 'contracts']],
  [/^contracts/, []],
  [/^server\/kernel/, ['contracts']],
  [/^server\/database/, ['contracts', 'server/kernel']],
  [
    /^server\/(backup|catalogue|media|enquiries|accounts|reviews|site-content|pages|log|mail|dashboard|operations|move)/,
    SERVER_GROUND,
  ],
  [/^server\/[^/]+\.ts/, ['server', 'contracts']],
  [/^web\/ui/, []],
  [/^web\/lib/, ['contracts']],
  [/^web\/styles/, []],
  [/^web\/site\/items/, WEB_GROUND],
  [
    /^web\/site\/features\/[^/]+/,
    [...WEB_GROUND, 'web/site/items', 'web/site/catalogue-address.ts', 'web/site/catalogue-lists.ts'],
  ],
  [/^web\/site/, [...WEB_GROUND, 'web/site']],
  [/^web\/admin\/features\/[^/]+/, [...WEB_GROUND, 'web/admin/features/frame', 'web/admin/features/session']],
  [/^web\/admin/, [...WEB_GROUND, 'web/admin']],
]
/** A neighbour that a room may know all the same, with the reason. */
const EXCEPTIONS = new Set([
  // The frame opens the sign-in dialog, in a chunk of its own.
  'web/site/features/frame/site-frame.tsx → web/site/features/sign-in/sign-in-dialog.tsx',
  // Likewise the chat.
  'web/site/features/frame/rack.tsx → web/site/features/chat/chat.tsx',
])
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/** Every import below `src` that leaves its room for one it may not see, and every file that stands in no room. */
function wrongImports(src: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => {
      const rule = MAY_IMPORT.find(([room]) => room.test(path))
      if (!rule) return [`${path} stands in no room`]
      const [self] = path.match(rule[0])!
      return importsOf(src, path)
        .filter((to) => ![self, ...rule[1]].some((room) => `${to}/`.startsWith(`${room}/`)))
        .map((to) => `${path} → ${to}`)
    })
    .filter((wrong) => !EXCEPTIONS.has(wrong))
}

function importsOf(src: string, path: string): string[] {
  return [...readFileSync(join(src, path), 'utf8').matchAll(SPECIFIER)]
    .map((hit) => hit[1]!)
    .filter((to) => to.startsWith('.') || to.startsWith('#'))
    .map((to) => (to.startsWith('#') ? to.slice(1) : join(dirname(path), to)))
}

test('imports follow the one-way street', () => {
  expect(wrongImports('src')).toEqual([])
})

let planted: string | undefined
afterEach(() => {
  if (planted) rmSync(planted, { recursive: true })
  planted = undefined
})

/** A house of one file. */
function plant(path: string, text: string): string {
  planted = mkdtempSync(join(tmpdir(), 'capstan-house-'))
  mkdirSync(join(planted, dirname(path)), { recursive: true })
  writeFileSync(join(planted, path), text)
  return planted
}

test.each([
  ['server/catalogue/store.ts', "import { x } from '../media/library.ts'"],
  ['server/kernel/ids.ts', "import type { x } from '#server/database/open.ts'"],
  ['contracts/item.ts', "export * from '#server/config.ts'"],
  ['web/ui/button.tsx', "import { x } from '../lib/api.ts'"],
  ['web/site/features/catalogue/row.tsx', "import { x } from '../product/gallery.tsx'"],
  ['web/site/app.tsx', "const x = await import('../admin/routes.tsx')"],
  ['web/admin/routes.tsx', "import { x } from '#server/app.ts'"],
])('a wrong import in %s is found', (path, text) => {
  expect(wrongImports(plant(path, text))).toHaveLength(1)
})

test('a file in no room is found', () => {
  expect(wrongImports(plant('utils/strings.ts', ''))).toEqual(['utils/strings.ts stands in no room'])
})

const STATIC_IMPORT = /^(?:import\s*|(?:import|export)\b(?! type\b)[\w\s{},*$]*?\bfrom\s*)'([^']+)'/gm

/** The packages that are loaded with `path`, before anybody asks for anything. */
function packagesLoadedWith(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const found = [...readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)].map((hit) => hit[1]!)
  return found.flatMap((to) => {
    if (to.startsWith('#')) return packagesLoadedWith(to.replace('#', 'src/'), seen)
    return to.startsWith('.') ? packagesLoadedWith(join(dirname(path), to), seen) : [to]
  })
}

test('the program starts without what an idle site does not need', () => {
  const loaded = packagesLoadedWith('src/main.ts')
  expect(loaded).toContain('fastify')
  expect(loaded).toContain('zod')
  expect(loaded.filter((name) => HEAVY.has(name))).toEqual([])
})

/** For pictures, for back-ups, for mail, for signing in, for development, for who measures. */
const HEAVY = new Set(['sharp', 'tar', 'nodemailer', '@node-rs/argon2', 'vite', 'prom-client'])
