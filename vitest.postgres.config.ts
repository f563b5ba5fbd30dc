import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The tests of the API once more, with the data on a PostgreSQL server. */
export default defineConfig({
  test: {
    include: ['tests/api/**/*.test.ts'],
    globalSetup: ['tests/support/on-postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
