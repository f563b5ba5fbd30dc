// `npm test`: everything from a fresh clone to one closing line, 'N passed, N failed'. `npm run test:faults`: one part.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { findNginx } from './nginx.mjs'
import { build, install, project, withPinnedNode } from './setup.mjs'

install()
build()
const reports = mkdtempSync(join(tmpdir(), 'capstan-reports-'))
const parts = process.argv[2] === 'faults' ? [faults] : [check, unitAndApi, apiOnPostgres, faults, browser]
const results = parts.map((part) => part())
rmSync(reports, { recursive: true })
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function check() {
  console.log('Checking types, lint and dead code ...')
  return step(process.execPath, [join(project, 'scripts/check.mjs')]) ? count(1, 0) : count(0, 1)
}

function unitAndApi() {
  return vitest('vitest.config.ts')
}

/** The same calls with the data on PostgreSQL. */
function apiOnPostgres() {
  return vitest('vitest.postgres.config.ts')
}

/** What breaks under the site and around it; nothing else runs beside it. */
function faults() {
  return vitest('vitest.faults.config.ts', { NGINX_PATH: findNginx() ?? '' })
}

function vitest(config, extra = {}) {
  const report = join(reports, `${config}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const ok = step('vitest', ['run', '--config', config, ...reporters], extra)
  return counted(ok, report, ({ numPassedTests, numFailedTests }) => count(numPassedTests, numFailedTests))
}

function browser() {
  const report = join(reports, 'playwright.json')
  const browsers = {}
  try {
    browsers.CHROMIUM_PATH = findChromium({ windowless: true })
    browsers.WHOLE_CHROMIUM_PATH = findChromium()
  } catch (error) {
    console.error(error.message)
    return count(0, 1)
  }
  const extra = { ...browsers, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const run = (...more) => {
    const ok = step('playwright', ['test', '--reporter=line,json', ...more], extra)
    return counted(ok, report, ({ stats }) => count(stats.expected + stats.flaky, stats.unexpected))
  }
  const first = run()
  if (first.failed === 0 || !browserBroke(report)) return first
  console.log('\nIn these tests the browser itself broke down, not the site; they run once more ...')
  const second = run('--last-failed')
  return count(first.passed + second.passed, second.failed)
}

/** Whether every test that failed did so because Chromium crashed or hung when it should close. Anything else is a failure. */
function browserBroke(report) {
  const failed = testsOf(JSON.parse(readFileSync(report, 'utf8'))).filter(
    ({ status }) => status === 'unexpected',
  )
  const messages = failed.map(({ results }) =>
    results.flatMap(({ errors }) => errors.map(({ message }) => message)),
  )
  const ofBrowser = /Page crashed|Target crashed|Tearing down "(?:context|page|browser)" exceeded/
  return (
    failed.length > 0 &&
    messages.every((each) => each.length > 0 && each.every((text) => ofBrowser.test(text)))
  )
}

function testsOf({ suites = [], specs = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]
}

/** A runner that failed without a failed test (it could not start, say) counts as one failure. */
function counted(ok, report, read) {
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')))
    return ok || result.failed > 0 ? result : count(result.passed, 1)
  } catch {
    return count(0, 1)
  }
}

function step(command, args, extra = {}) {
  return (
    spawnSync(command, args, { cwd: project, stdio: 'inherit', env: { ...withPinnedNode(), ...extra } })
      .status === 0
  )
}

function count(passed, failed) {
  return { passed, failed }
}
