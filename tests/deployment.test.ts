import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const operations = readFileSync('docs/operations.md', 'utf8')
const unit = readFileSync('deploy/capstan.service', 'utf8')

test('The systemd unit lets the site write to the folder for backups that the documentation names', () => {
  const [, folder] = /^BACKUP_DIR=(.+)$/m.exec(operations) ?? []
  expect(operations).toContain(`install -d -o capstan -g capstan -m 0700 ${folder}\n`)
  const [, writable = ''] = /^ReadWritePaths=(.+)$/m.exec(unit) ?? []
  expect(writable.split(' ').map((path) => path.replace(/^-/, ''))).toContain(folder)
})

test('systemd keeps the site when Linux ends one of its processes because memory runs out', () => {
  expect(unit).toMatch(/^OOMPolicy=continue$/m)
})

test('All documents and configurations name one TRUST_PROXY behind a proxy, also behind a CDN', () => {
  const files = ['docs/operations.md', 'docs/scaling.md', 'deploy/multi-instance/compose.yaml']
  const values = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/TRUST_PROXY(?:=|: |`? (?:stays|is) )(\d)/g)].map(
      (hit) => hit[1],
    ),
  )
  expect(values.length).toBeGreaterThan(4)
  expect(new Set(values)).toEqual(new Set(['0', '1']))
})
