// Finds a Chromium for the browser tests, installing Debian's where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackage, mayInstall } from './debian.mjs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The path of a Chromium, or throws one sentence: CHROMIUM_PATH, the system's, Debian's package when root, else Playwright's own download. */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH)
    return existsSync(CHROMIUM_PATH)
      ? CHROMIUM_PATH
      : absent(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which is not there.`)
  const present = () => KNOWN.find((path) => existsSync(path))
  if (!present()) installDebians()
  return present() ?? downloadPlaywrights()
}

function installDebians() {
  if (!mayInstall()) return
  console.log('Installing Chromium from the Debian packages (once) ...')
  installPackage('chromium')
}

/** Answers '' : Playwright then uses the browser it downloaded. */
function downloadPlaywrights() {
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status === 0) return ''
  return absent(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

function absent(sentence) {
  throw new Error(sentence)
}
