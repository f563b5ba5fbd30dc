import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/fixtures/demo-data.ts',
  fullyParallel: true,
  // Tests wait more than they compute: with two workers, half of the processor time remained unused.
  workers: 4,
  // Generous timeouts, so that a busy machine does not fail a test; no test proves them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A test that passes only at its second attempt is reported as such (decision 0178).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'line',
  outputDir: 'test-results',
  use: {
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH === '' ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
