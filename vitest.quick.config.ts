import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** `npm run test:quick`: unit tests and the API on SQLite, without tests that start programs or take minutes. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/api/**/*.test.ts'],
    exclude: ['commands', 'transfer', 'structured-logs', 'lifecycle', 'startup-summary', 'attacks-*'].map(
      (name) => `tests/api/${name}.test.ts`,
    ),
  },
})
