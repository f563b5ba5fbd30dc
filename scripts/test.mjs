// `npm test`: every check and test; the last line is 'N passed, N failed'. `npm run test:quick`: types, lint, unit tests
// and the API on SQLite. `npm run test:faults`: the fault tests only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { findNginx } from './nginx.mjs'
import { build, install, runProgram, startProgram } from './setup.mjs'

const CHECKS = ['types, lint, dead code', runChecks]
const SQLITE = ['unit, API and integration on SQLite', () => runVitest('vitest.config.ts')]
const POSTGRES = ['API and integration on PostgreSQL', () => runVitest('vitest.postgres.config.ts')]
const FAULTS = ['faults', runFaults]
const BROWSER = ['browser', runBrowserTests]
/**
 * The steps of each selection, each with the parts that run at the same time: the fault tests mostly wait. A part returns how
 * many of its tests passed and failed.
 */
const SELECTIONS = {
  all: [[CHECKS], [SQLITE], [POSTGRES, FAULTS], [BROWSER]],
  quick: [[CHECKS], [['unit, API on SQLite', () => runVitest('vitest.quick.config.ts')]]],
  faults: [[FAULTS]],
}

const reportFolder = mkdtempSync(join(tmpdir(), 'capstan-reports-'))
const durations = []
const totals = { passed: 0, failed: 0 }
await runPart([
  'installation and build',
  () => {
    install()
    build()
    return { passed: 0, failed: 0 }
  },
])
for (const parts of SELECTIONS[process.argv[2] ?? 'all']) await Promise.all(parts.map(runPart))
rmSync(reportFolder, { recursive: true })
console.log(`\n${durations.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)

async function runPart([name, run]) {
  const startedAt = performance.now()
  const { passed, failed } = await run()
  totals.passed += passed
  totals.failed += failed
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  durations.push(`${String(seconds).padStart(5)} s  ${name}${failed > 0 ? `: ${failed} failed` : ''}`)
}

/** Counts as no test: only a failure is counted. */
function runChecks() {
  console.log('Checking types, lint and dead code ...')
  return { passed: 0, failed: runProgram('scripts/check.mjs', []) === 0 ? 0 : 1 }
}

function runFaults() {
  const nginx = findNginx()
  if (!nginx && process.env.CI) {
    console.error(
      'The tests with several instances need nginx. Install it (on Debian: apt-get install nginx).',
    )
    return { passed: 0, failed: 1 }
  }
  return runVitest('vitest.faults.config.ts', { NGINX_PATH: nginx ?? '' }, { printsAtEnd: true })
}

async function runVitest(config, env = {}, options = {}) {
  const report = join(reportFolder, `${config}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const status = await startProgram('vitest', ['run', '--config', config, ...reporters], env, options)
  return readCounts(status, report, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }))
}

function runBrowserTests() {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reportFolder, 'playwright.json') }
  try {
    env.CHROMIUM_PATH = findChromium({ headlessShell: true })
    env.FULL_CHROMIUM_PATH = findChromium()
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  }
  const run = (...args) => {
    const status = runProgram('playwright', ['test', '--reporter=line,json', ...args], env)
    return readCounts(status, env.PLAYWRIGHT_JSON_OUTPUT_NAME, ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }))
  }
  const first = run()
  if (first.failed === 0 || !isBrowserFailure(env.PLAYWRIGHT_JSON_OUTPUT_NAME)) return first
  console.log('\nThe browser itself crashed in these tests; they run once more ...')
  const second = run('--last-failed')
  return { passed: first.passed + second.passed, failed: second.failed }
}

/** Returns whether every failed test failed only because Chromium crashed, or hung when it was closed. */
function isBrowserFailure(report) {
  const failed = listTests(JSON.parse(readFileSync(report, 'utf8'))).filter(
    ({ status }) => status === 'unexpected',
  )
  const crash = /Page crashed|Target crashed|Tearing down "(?:context|page|browser)" exceeded/
  return (
    failed.length > 0 &&
    failed.every(({ results }) => {
      const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
      return messages.length > 0 && messages.every((message) => crash.test(message))
    })
  )
}

function listTests({ suites = [], specs = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(listTests)]
}

/** Reads the counts of a report. A runner that failed without a failed test counts as one failure. */
function readCounts(status, report, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report, 'utf8')))
    return status === 0 || counts.failed > 0 ? counts : { passed: counts.passed, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
