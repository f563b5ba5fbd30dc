// Runs on any Node from 18 on, before anything is installed: plain JavaScript, no packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const project = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
/** The Node that everything but this set-up runs on: the package `node`, pinned in package.json. */
export const node = join(project, 'node_modules/.bin/node')

/** What was installed and built, by the hash of what it was made of; each beside what it speaks of. */
const STAMPS = { installed: 'node_modules/.capstan', built: 'dist/.capstan' }
const PACKAGES = ['package.json', 'package-lock.json']
const WEB = ['src/web', 'src/contracts', 'vite.config.ts']

/** Installs the pinned packages unless they are there already. */
export function install() {
  const wanted = fingerprint(PACKAGES)
  if (existsSync(node) && stamp('installed') === wanted) return
  needWritable()
  console.log('Installing the packages (once, about half a minute) ...')
  // Not 'npm ci': it refuses a lock file that lacks packages of other platforms, which not every registry serves.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'])
  if (!existsSync(node)) run('npm', ['rebuild', 'node', '--loglevel', 'error'])
  if (!existsSync(node)) fail("The package 'node' did not install its program. Run: npm rebuild node")
  setStamp('installed', wanted)
}

/** Builds the web unless the last build was made of the same sources. */
export function build() {
  const wanted = fingerprint([...PACKAGES, ...WEB])
  if (stamp('built') === wanted) return
  needWritable()
  console.log('Building the pages ...')
  rmSync(join(project, STAMPS.built), { force: true })
  const vite = join(project, 'node_modules/vite/bin/vite.js')
  for (const part of [['--mode', 'site'], ['--mode', 'admin'], ['--ssr']]) {
    run(node, [vite, 'build', ...part, '--logLevel', 'warn'])
  }
  setStamp('built', wanted)
}

/** Runs a command to its end with this process's streams; ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: project,
    stdio: 'inherit',
    env: withPinnedNode(),
    ...options,
  })
  if (error) fail(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** The environment with the pinned Node first on PATH. */
export function withPinnedNode() {
  return { ...process.env, PATH: `${join(project, 'node_modules/.bin')}:${process.env.PATH}` }
}

/** A site that runs from a folder it cannot write is installed and built beforehand (docs/operations.md). */
function needWritable() {
  try {
    accessSync(project, constants.W_OK)
  } catch {
    fail(
      "What this program was installed or built from has changed, and its folder cannot be written from here. Run 'npm run build' there as its owner, then start again.",
    )
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function stamp(name) {
  const file = join(project, STAMPS[name])
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function setStamp(name, value) {
  writeFileSync(join(project, STAMPS[name]), value)
}

/** One hash over the names and contents of these files and folders. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(project, path)))
  return hash.digest('hex')
}

function filesUnder(path) {
  if (path.includes('.')) return [path]
  return readdirSync(join(project, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
}
