// `npm run bench`: measures the built site and fails if a budget is exceeded. `npm run soak`: uses the site for half an
// hour. See bench/README.md.
import { spawnSync } from 'node:child_process'
import { installPackage, mayInstall } from './apt.mjs'
import { findChromium } from './chromium.mjs'
import { build, install, runProgram } from './setup.mjs'

const args = process.argv.slice(2)
const isSoak = args[0] === 'soak'

install()
build()
try {
  if (!isSoak) requireWrk()
  const env = { CHROMIUM_PATH: findChromium() }
  process.exit(
    isSoak ? runProgram('bench/soak.ts', args.slice(1), env) : runProgram('bench/run.ts', args, env),
  )
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

/** Throws an error with one sentence if the load generator is missing and cannot be installed. */
function requireWrk() {
  if (!hasWrk() && mayInstall()) installPackage('wrk')
  if (!hasWrk()) throw new Error('The benchmark needs wrk. Install it (on Debian: apt-get install wrk).')
}

function hasWrk() {
  return spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined
}
