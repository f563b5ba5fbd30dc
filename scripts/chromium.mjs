// Finds a Chromium for the browser tests and benchmarks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstall } from './apt.mjs'
import { runProgram } from './setup.mjs'

/** A Chromium without windows uses a third less processor time. */
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell']
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
]

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, an installed one, or Debian's package if this process may install it.
 * Otherwise Playwright downloads its own and '' is returned. `headlessShell`: prefers the browser without windows.
 * Throws an error with one sentence if there is none.
 */
export function findChromium({ headlessShell = false } = {}) {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but there is no such file.`)
  }
  const installed =
    (headlessShell && findOrInstall(HEADLESS_SHELLS, 'chromium-headless-shell')) ||
    findOrInstall(BROWSERS, 'chromium')
  if (installed) return installed
  if (runProgram('playwright', ['install', 'chromium']) === 0) return ''
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  )
}
