import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..')
const EXEMPTION = /^(?:does not apply|not met|no test), because \S/
const TEST_REFERENCE = /^`([\w.-]+\.(?:test|spec)\.tsx?)`: (.+)$/

/** The rows of the tables in docs/security.md, cell by cell. */
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

test('every requirement says how it is met, and by which test or why not', () => {
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

test.each(proofs)('what proves %s is there: %s', (_requirement, proof = '') => {
  if (EXEMPTION.test(proof)) return
  const [, file = '', title = ''] = TEST_REFERENCE.exec(proof) ?? []
  const source = sources.get(file)
  expect(source, `no file ${file}`).toBeDefined()
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``, `'${title.replaceAll("'", "\\'")}'`]
  expect(
    quoted.some((text) => source?.includes(text)),
    `no test of this title in ${file}`,
  ).toBe(true)
})
