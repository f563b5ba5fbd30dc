// `npm start`: installs, builds and serves. The only place that sets the flags and variables of the server process.
import { becomeProgram, build, install } from './setup.mjs'

/** Options of V8 that keep the process within its memory budget (decisions 0122 and 0140). */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=60', '--no-allocation-site-pretenuring']
/** Options of glibc's allocator with the same purpose (decision 0122); other systems ignore them. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '262144',
}

install()
build()
becomeProgram('main', process.argv.slice(2), { flags: FLAGS, env: MALLOC })
