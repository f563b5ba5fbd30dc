import { defineConfig } from 'vitest/config'

/** What breaks under the site and around it, one thing at a time: nothing else may run beside these. */
export default defineConfig({
  test: {
    include: ['tests/faults/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
  },
})
