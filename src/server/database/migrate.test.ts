import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

test('Migrations import nothing but kysely and node modules, so that the application cannot change them', () => {
  const files = globSync('*.ts', { cwd: FOLDER })
  expect(files).toHaveLength(Object.keys(MIGRATIONS).length)
  for (const file of files) {
    const imported = [...readFileSync(join(FOLDER, file), 'utf8').matchAll(SPECIFIER)].map((hit) => hit[1])
    for (const specifier of imported) expect(['kysely', 'node:fs', 'node:path'], file).toContain(specifier)
  }
})

test('The keys of released migrations stay, because databases store them', () => {
  const released = ['0001-baseline', '0002-unconfirmed-orders', '0003-demo-records']
  expect(Object.keys(MIGRATIONS).slice(0, released.length)).toEqual(released)
})
