import { defineConfig } from 'vitest/config'
import { SHARED_OPTIONS } from './vitest.config.ts'

/** Tests of backups of the SQLite file, and tests that start a PostgreSQL server of their own. */
const FILE_ONLY = ['backup', 'restore', 'nightly-backup', 'storage', 'replica', 'transfer*']
/** Tests of modules without SQL of their own; the engine makes no difference to them. */
const WITHOUT_SQL = [
  'attacks-{cache,json,redos,uploads,urls,xss}',
  'authorization',
  'avif',
  'child-processes',
  'data-sheets',
  'form-validation',
  'health-under-pressure',
  'hostile-documents',
  'hostile-workbooks',
  'image-worker',
  'interrupted-uploads',
  'openapi',
  'pages',
  'pdf-accessibility',
  'pdf-renderer',
  'permissions',
  'pictures',
  'price-list',
  'proxy-warning',
  'regular-expressions',
  'response-cache',
  's3-media',
  'seo',
  'startup-summary',
  'structured-logs',
  'worker-pool',
]

/** The tests over HTTP and of server internals once more, with the data on a PostgreSQL server. */
export default defineConfig({
  test: {
    ...SHARED_OPTIONS,
    include: ['tests/{api,integration}/**/*.test.ts'],
    exclude: [...FILE_ONLY, ...WITHOUT_SQL].map((name) => `tests/{api,integration}/**/${name}.test.ts`),
    globalSetup: ['tests/support/postgres/postgres-setup.ts'],
  },
})
