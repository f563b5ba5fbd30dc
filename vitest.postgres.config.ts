import { defineConfig } from 'vitest/config'
import { builtPrograms, SHARED_OPTIONS } from './vitest.config.ts'

/** Tests of backups of the SQLite file, and tests that start a PostgreSQL server of their own. */
const FILE_ONLY = ['backup', 'restore', 'nightly-backup', 'storage', 'replica', 'transfer*']
/** Tests of modules without SQL of their own; the engine makes no difference to them. Others cover the SQL that they use. */
const WITHOUT_SQL = [
  'attacks-{accounts,cache,json,redos,uploads,urls,xss}',
  'authorization',
  'avif',
  'child-processes',
  'comparison',
  'data-sheets',
  'form-validation',
  'gst',
  'hostile-documents',
  'hostile-workbooks',
  'image-order',
  'image-worker',
  'import-columns',
  'import-of-export',
  'interrupted-uploads',
  'item-copies',
  'lifecycle',
  'openapi',
  'pages',
  'pdf-accessibility',
  'pdf-renderer',
  'permissions',
  'pictures',
  'preview',
  'price-list',
  'proxy-warning',
  'quotation-documents',
  'quotations',
  'regular-expressions',
  'relation-columns',
  'response-cache',
  's3-media',
  'search-without-database',
  'seo',
  'structured-logs',
  'worker-pool',
]

/** The tests over HTTP and of server internals once more, with the data on a PostgreSQL server. */
export default defineConfig({
  plugins: [builtPrograms],
  test: {
    ...SHARED_OPTIONS,
    include: ['tests/{api,integration}/**/*.test.ts'],
    exclude: [...FILE_ONLY, ...WITHOUT_SQL].map((name) => `tests/{api,integration}/**/${name}.test.ts`),
    globalSetup: ['tests/support/postgres/postgres-setup.ts'],
  },
})
