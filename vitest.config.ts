import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Unit tests stand beside the code, tests of the API and of the structure under tests/; browser tests have Playwright. */
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
    // On two processors Vitest would leave one at rest.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
