// `npm run bench`: measures the built site and fails if a budget is exceeded. `npm run soak`: uses the site for half an
// hour. `npm run bench -- hostile`: the same beside an attack from one network. `npm run bench -- visits`: counts a million
// events of visitors. See bench/README.md.
import { spawnSync } from 'node:child_process'
import { installPackage, mayInstall } from './apt.mjs'
import { findChromium } from './chromium.mjs'
import { build, install, runProgram } from './setup.mjs'

const args = process.argv.slice(2)
/** The programs that need neither wrk nor a browser. */
const LOAD = ['soak', 'hostile', 'visits'].find((name) => name === args[0])

install()
build()
try {
  if (LOAD) process.exit(runProgram(`bench/${LOAD}.ts`, args.slice(1)))
  requireWrk()
  process.exit(runProgram('bench/run.ts', args, { CHROMIUM_PATH: findChromium() }))
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
