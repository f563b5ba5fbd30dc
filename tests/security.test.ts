import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')
const EXEMPTION = /^(?:does not apply|not met|no test), because \S/
const TEST_REFERENCE = /^`([\w.-]+\.(?:test|spec)\.tsx?)`: (.+)$/

/** The cells of each row of the tables in docs/security.md. */
const rows = readFileSync(join(PROJECT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \*\*/.test(line))
  .map((line) => line.replace(/^\| | *\|$/g, '').split(/ +\| +/))
const proofs = rows.flatMap((cells) => (cells.at(-1) ?? '').split('<br>').map((proof) => [cells[0], proof]))

const sources = new Map<string, string>()
for (const path of globSync(['tests/**/*.{test,spec}.ts', 'src/**/*.test.{ts,tsx}'], { cwd: PROJECT })) {
  const name = basename(path)
  sources.set(name, (sources.get(name) ?? '') + readFileSync(join(PROJECT, path), 'utf8'))
}

test('Every requirement of docs/security.md states how it is met and names a test or a reason', () => {
  expect(rows.length).toBeGreaterThan(100)
  for (const [requirement = '', how = '', proof = '', ...more] of rows) {
    expect(requirement).toMatch(/^\*\*\d+\.\d.*\*\* \S/)
    expect(
      [how, proof].map((cell) => cell.trim().length > 0),
      requirement,
    ).toEqual([true, true])
    expect(more, requirement).toEqual([])
  }
})

test('Every test that docs/security.md names exists', () => {
  const missing = proofs.filter(([, proof = '']) => !EXEMPTION.test(proof) && !existsTest(proof))
  expect(missing).toEqual([])
})

/** Returns whether a reference such as '`file.test.ts`: title' names a test title in a file of that name. */
function existsTest(reference: string): boolean {
  const [, file = '', title = ''] = TEST_REFERENCE.exec(reference) ?? []
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``, `'${title.replaceAll("'", "\\'")}'`]
  return title !== '' && quoted.some((text) => sources.get(file)?.includes(text))
}
