import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

test('Migrations import nothing but kysely and the frozen copies beside them', () => {
  const files = globSync('*.ts', { cwd: FOLDER })
  expect(files.length).toBeGreaterThan(Object.keys(MIGRATIONS).length)
  for (const file of files) {
    const imported = [...readFileSync(join(FOLDER, file), 'utf8').matchAll(SPECIFIER)].map((hit) => hit[1])
    for (const specifier of imported) expect(['kysely', './frozen.ts'], file).toContain(specifier)
  }
})

test('The keys of released migrations stay, because databases store them', () => {
  expect(Object.keys(MIGRATIONS).slice(0, 8)).toEqual([
    '0001-start',
    '0002-finding',
    '0003-office',
    '0004-shelves',
    '0005-instances',
    '0006-words',
    '0007-texts',
    '0008-standard-names',
  ])
})
