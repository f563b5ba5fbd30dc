import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The tests of the API once more, with the data on a PostgreSQL server. */
export default defineConfig({
  test: {
    include: ['tests/{api,integration}/**/*.test.ts'],
    // What these test is made for files in DATA_DIR alone, or has a server of its own beside them.
    exclude: ['backup', 'restore', 'nightly-backup', 'upgrade', 'replica', 'transfer*'].map(
      (name) => `tests/{api,integration}/${name}.test.ts`,
    ),
    globalSetup: ['tests/support/postgres-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
