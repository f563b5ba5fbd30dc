// `npm test`: every check and test; the last lines are the tests that failed once or twice, with their reasons, and
// 'N passed, N failed'. `npm run test:quick`: types, lint, unit tests and the API on SQLite. `npm run test:faults`: the
// fault tests only.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'
import { findNginx } from './nginx.mjs'
import { build, install, PROGRAM_FOLDER, runProgram, startProgram } from './setup.mjs'

const CHECKS = ['types, lint, dead code', runChecks]
const SQLITE = ['unit, API and integration on SQLite', () => runVitest('vitest.config.ts')]
const POSTGRES = ['API and integration on PostgreSQL', () => runVitest('vitest.postgres.config.ts')]
const FAULTS = ['faults', runFaults]
const BROWSER = ['browser', runBrowserTests]
/**
 * The steps of each selection, each with the sequences of parts that run at the same time: the fault tests mostly wait. A part
 * returns how many of its tests passed and failed, and the names and reasons of the failed ones.
 */
const SELECTIONS = {
  all: [[[CHECKS]], [[SQLITE, POSTGRES], [FAULTS]], [[BROWSER]]],
  quick: [[[CHECKS, ['unit, API on SQLite', () => runVitest('vitest.quick.config.ts')]]]],
  faults: [[[FAULTS]]],
}

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm'
const LEAST_FREE_MEMORY = 8e9
const LEAST_ROOM = 4e9

/** Each of these is a defect (decision 0178); with more of them, the run says nothing. */
const MAX_SECOND_ATTEMPTS = 5

// The processes that tests start run the built programs, as `npm start` does; a single test file runs the sources.
process.env.PROGRAM_FOLDER = PROGRAM_FOLDER

const temporaryFolder = createTemporaryFolder()
process.env.TMPDIR = temporaryFolder
process.on('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const reportFolder = mkdtempSync(join(temporaryFolder, 'reports-'))
const durations = []
const totals = { passed: 0, failed: 0 }
const failures = []
const flaky = []
await runPart([
  'installation and build',
  () => {
    install()
    build()
    return { passed: 0, failed: 0 }
  },
])
for (const sequences of SELECTIONS[process.argv[2] ?? 'all']) await Promise.all(sequences.map(runSequence))
if (flaky.length > MAX_SECOND_ATTEMPTS) {
  totals.failed++
  const reason = `${flaky.length} tests passed only at the second attempt; at most ${MAX_SECOND_ATTEMPTS} may.`
  failures.push({ name: 'browser', reason })
}
for (const { name, reason } of flaky)
  console.log(`\nPassed only at the second attempt: ${name}\n${shortenReason(reason)}`)
for (const { name, reason } of failures) console.log(`\nFailed: ${name}\n${shortenReason(reason)}`)
console.log(`\n${durations.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)

/**
 * Returns a folder for the temporary files of all tests, in memory if there is room: databases wait for a disk after each
 * write, which takes a seventh of the time.
 */
function createTemporaryFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY_FOLDER : tmpdir(), 'capstan-tests-'))
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoomInMemory() {
  if (!existsSync(MEMORY_FOLDER) || freemem() < LEAST_FREE_MEMORY) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.includes(` ${MEMORY_FOLDER} `))
  return bavail * bsize >= LEAST_ROOM && !/\bnoexec\b/.test(mount ?? '')
}

async function runSequence(parts) {
  for (const part of parts) await runPart(part)
}

async function runPart([name, run]) {
  const startedAt = performance.now()
  const result = await run()
  const { passed, failed } = result
  totals.passed += passed
  totals.failed += failed
  failures.push(...(result.failures ?? []))
  flaky.push(...(result.flaky ?? []))
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
  return readResult(status, report, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap(listVitestFailures),
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
  const status = runProgram('playwright', ['test', '--reporter=line,json'], env)
  return readResult(status, env.PLAYWRIGHT_JSON_OUTPUT_NAME, (json) => ({
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    failures: listBrowserTests(json, 'unexpected'),
    flaky: listBrowserTests(json, 'flaky'),
  }))
}

/** Returns the tests of a report that have this status, with the messages of all their attempts. */
function listBrowserTests({ suites = [], specs = [] }, status) {
  const listed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => ({
        name: `${file}: ${title}`,
        reason: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
  )
  return [...listed, ...suites.flatMap((suite) => listBrowserTests(suite, status))]
}

/** A file that failed before its first test has a message and no tests. */
function listVitestFailures({ name: file, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const shortFile = relative(process.cwd(), file)
  if (failed.length === 0 && message) return [{ name: shortFile, reason: message }]
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${shortFile}: ${fullName}`,
    reason: failureMessages.join('\n'),
  }))
}

/** Returns the first lines of a failure; the complete report stands where the test ran. */
function shortenReason(reason) {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
  return lines
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n')
}

/** Reads the result from a report. A runner that failed without a failed test counts as one failure. */
function readResult(status, report, read) {
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')))
    return status === 0 || result.failed > 0 ? result : { ...result, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
