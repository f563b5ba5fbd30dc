// `npm start`: installs, builds and serves. The only place that sets the flags and variables of the server process.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, getPinnedEnvironment, install, node, project, SERVER_PROGRAM } from './setup.mjs'

/** Options of V8 that keep the process within its memory budget (decisions 0122 and 0140). */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=60', '--no-allocation-site-pretenuring']
/** Options of glibc's allocator with the same purpose (decision 0122); other systems ignore them. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '262144',
}
/** Where Node stores the compiled sources, so that the next start is faster. */
const COMPILE_CACHE = join(project, 'node_modules/.cache/capstan')

install()
build()
serve()

/** Replaces this process by the server where Node can do that; otherwise starts the server and waits for it. */
function serve() {
  const args = [...FLAGS, join(project, SERVER_PROGRAM), ...process.argv.slice(2)]
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...getPinnedEnvironment(), ...MALLOC }
  if (process.execve && process.platform !== 'win32') {
    // Node announces the function as experimental on every call.
    process.removeAllListeners('warning')
    process.execve(node, [node, ...args], env)
  }
  const server = spawn(node, args, { stdio: 'inherit', env })
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  // Ctrl+C reaches the server from the terminal; this process only waits for its end.
  process.on('SIGINT', () => {})
  server.on('exit', (code) => process.exit(code ?? 1))
}
