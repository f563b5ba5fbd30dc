import { defineConfig } from 'vitest/config'
import { builtPrograms, SHARED_OPTIONS } from './vitest.config.ts'

const SLOW_FILES = ['commands', 'transfer', 'structured-logs', 'lifecycle', 'attacks-*']

/** `npm run test:quick`: unit tests and the API on SQLite, without tests that start programs or take minutes. */
export default defineConfig({
  plugins: [builtPrograms],
  test: {
    ...SHARED_OPTIONS,
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/api/**/*.test.ts'],
    exclude: SLOW_FILES.map((name) => `tests/api/**/${name}.test.ts`),
  },
})
