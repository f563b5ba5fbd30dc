import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/fixtures/demo-data.ts',
  // The tests of a file run in one worker: each worker would start another copy of the file's site.
  fullyParallel: false,
  // Tests wait more than they compute: with two workers, half of the processor time remained unused.
  workers: 3,
  // Generous timeouts, so that a busy machine does not fail a test; no test proves them.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  // A test that passes only at its second attempt is reported as such (decision 0178).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'line',
  outputDir: 'test-results',
  use: {
    screenshot: 'only-on-failure',
    // The frames of transitions take a quarter of the browsers' processor time. Tests of what moves ask for motion.
    reducedMotion: 'reduce',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH === '' ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Each page compiles its scripts again: optimising what runs for two seconds takes a tenth of the processor time.
        '--js-flags=--no-turbofan,--no-maglev',
      ],
    },
  },
})
