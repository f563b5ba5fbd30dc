import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Options of every run. By default Vitest uses one of two processors only. */
export const SHARED_OPTIONS = {
  testTimeout: 20_000,
  hookTimeout: 30_000,
  pool: 'forks' as const,
  maxWorkers: Math.max(2, availableParallelism() - 1),
}

/** Unit tests beside the code and tests of the structure. Some replace globals, so each file has a process of its own. */
export const UNIT_PROJECT = {
  test: { ...SHARED_OPTIONS, name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'] },
}

/**
 * Options of tests over HTTP (tests/api) and of server internals (tests/integration). They share no state, so that the
 * files of a process import the server once.
 */
export const SITE_OPTIONS = { ...SHARED_OPTIONS, name: 'site', isolate: false }

const SITE_FOLDERS = ['api', 'integration', 'fuzz']

export default defineConfig({
  test: {
    projects: [
      UNIT_PROJECT,
      { test: { ...SITE_OPTIONS, include: SITE_FOLDERS.map((folder) => `tests/${folder}/**/*.test.ts`) } },
    ],
  },
})
