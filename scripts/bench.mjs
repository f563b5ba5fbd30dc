// `npm run bench`: measures the built site, and fails where it is slower or larger than it may be. `npm run soak`: uses it
// for half an hour. See bench/README.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPackage, mayInstall } from './apt.mjs'
import { findChromium } from './chromium.mjs'
import { build, install, node, project, run, withPinnedNode } from './setup.mjs'

const [what, ...more] = process.argv.slice(2)
const [program, args] = what === 'soak' ? ['bench/soak.ts', more] : ['bench/run.ts', process.argv.slice(2)]

install()
build()
try {
  if (what !== 'soak') needWrk()
  const env = { ...withPinnedNode(), CHROMIUM_PATH: findChromium() }
  run(node, [join(project, program), ...args], { env })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

/** Throws one sentence where the load generator is neither there nor to be had. */
function needWrk() {
  if (hasWrk()) return
  if (mayInstall()) {
    console.log('Installing wrk from the Debian packages (once) ...')
    installPackage('wrk')
  }
  if (!hasWrk()) throw new Error('The benchmark needs wrk: install it (on Debian: apt-get install wrk).')
}

function hasWrk() {
  return spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined
}
