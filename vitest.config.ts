import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Unit tests beside the code, tests over HTTP (tests/api), of server internals (tests/integration) and of the structure. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/api/**/*.test.ts',
      'tests/integration/**/*.test.ts',
      'tests/fuzz/*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Every file imports the server, so that a process for each file doubles the time of the run. The files share no state.
    isolate: false,
    // By default Vitest uses one of two processors only.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
