import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of backups of the SQLite file, and tests that start a PostgreSQL server of their own. */
const FILE_ONLY = ['backup', 'restore', 'nightly-backup', 'storage', 'replica', 'transfer*']
/** Tests of modules without SQL of their own; the engine makes no difference to them. */
const WITHOUT_SQL = [
  'attacks-{cache,redos,urls,xss}',
  'image-worker',
  'openapi',
  'pages',
  's3-media',
  'seo',
  'startup-summary',
  'structured-logs',
]

/** The tests over HTTP and of server internals once more, with the data on a PostgreSQL server. */
export default defineConfig({
  test: {
    include: ['tests/{api,integration}/**/*.test.ts'],
    exclude: [...FILE_ONLY, ...WITHOUT_SQL].map((name) => `tests/{api,integration}/${name}.test.ts`),
    globalSetup: ['tests/support/postgres-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Every file imports the server, so that a process for each file doubles the time of the run. The files share no state.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
