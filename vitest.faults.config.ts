import { defineConfig } from 'vitest/config'
import { SHARED_OPTIONS } from './vitest.config.ts'

/** Failures of disk, database, network and processes. The tests run one after the other because they measure times. */
export default defineConfig({
  test: {
    include: ['tests/faults/*.test.ts'],
    testTimeout: 400_000,
    hookTimeout: 180_000,
    expect: SHARED_OPTIONS.expect,
    pool: 'forks',
    fileParallelism: false,
  },
})
