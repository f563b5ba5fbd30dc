import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE_DIR, getProgram } from './tests/support/project.ts'
import { replacePrograms } from './vite.config.ts'

/** Lets the sites that run in the processes of the tests start the child processes that `npm test` has built. */
export const builtPrograms = {
  name: 'capstan:built-programs',
  transform: (code: string, module: string) =>
    replacePrograms(code, module, (source) => JSON.stringify(resolve(getProgram(source)))),
}

/** Options of every run but that of the fault tests. */
export const SHARED_OPTIONS = {
  // Generous timeouts, so that a busy machine does not fail a test; no test proves them.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
  // The files of a process import the server once. A file that replaces globals restores them.
  isolate: false,
  // Child processes inherit it; each would compile hundreds of modules again.
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE_DIR },
  // By default Vitest uses one of two processors only.
  maxWorkers: Math.max(2, availableParallelism() - 1),
}

/** Unit tests beside the code, tests over HTTP (tests/api), of server internals (tests/integration) and of the structure. */
export default defineConfig({
  plugins: [builtPrograms],
  test: {
    ...SHARED_OPTIONS,
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/api/**/*.test.ts',
      'tests/integration/**/*.test.ts',
      'tests/fuzz/*.test.ts',
    ],
  },
})
