import { defineConfig } from 'vitest/config'

/** Failures of disk, database, network and processes. The tests run one after the other because they measure times. */
export default defineConfig({
  test: {
    include: ['tests/faults/*.test.ts'],
    testTimeout: 400_000,
    hookTimeout: 180_000,
    pool: 'forks',
    fileParallelism: false,
  },
})
