// Finds a Chromium for the browser tests, installing Debian's where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { installPackage, mayInstall } from './apt.mjs'

/** Without windows to draw, it takes a third less of the processor than the whole browser. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell'
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * The path of a Chromium, or throws one sentence: CHROMIUM_PATH, the system's, Debian's package when root, else
 * Playwright's own download. `windowless`: one without windows, where it can be had.
 */
export function findChromium({ windowless = false } = {}) {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH)
    return existsSync(CHROMIUM_PATH)
      ? CHROMIUM_PATH
      : absent(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which is not there.`)
  return (windowless && found([WINDOWLESS])) || found(WHOLE) || downloadPlaywrights()
}

/** The first of these that is there, or can be installed: Debian names its packages as their programs. */
function found(paths) {
  const present = () => paths.find((path) => existsSync(path))
  if (!present() && mayInstall()) {
    const name = basename(paths[0])
    console.log(`Installing ${name} from the Debian packages (once) ...`)
    installPackage(name)
  }
  return present()
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
