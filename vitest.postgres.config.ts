import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The tests of the API once more, with the data on a PostgreSQL server. */
export default defineConfig({
  test: {
    include: ['tests/api/**/*.test.ts'],
    // What these test is made for files in DATA_DIR alone; PostgreSQL has back-ups and upgrades of its own.
    exclude: ['backup', 'restore', 'nightly-backup', 'upgrade', 'replica'].map(
      (name) => `tests/api/${name}.test.ts`,
    ),
    globalSetup: ['tests/support/on-postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
