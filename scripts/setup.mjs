// Runs on any Node from version 18 on, before anything is installed: plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isWindows = process.platform === 'win32'
/** The folder of the checkout. */
const project = dirname(dirname(fileURLToPath(import.meta.url)))
/** The program of the package `node`, pinned in package.json. Everything but these scripts runs on it. */
const node = join(project, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')

/** The programs that come with packages, as files that Node runs; no shell and no `.cmd` file is needed. */
const PROGRAMS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
}

/** Files that hold the hash of what was installed and built last. */
const STAMPS = { installed: 'node_modules/.capstan', pages: 'dist/.pages', server: 'dist/.server' }
const PACKAGE_FILES = ['package.json', 'package-lock.json']
/** What is built apart, with the arguments of `vite build` and the sources. */
const BUILDS = {
  pages: {
    parts: [
      ['--mode', 'site'],
      ...listTranslations().map((language) => ['--mode', `site-${language}`]),
      ['--mode', 'admin'],
    ],
    sources: ['src/web', 'src/contracts', 'src/messages', 'vite.config.ts'],
  },
  server: { parts: [['--ssr']], sources: ['src', 'vite.config.ts'] },
}
/** The folder with the programs of the server and of the commands, as `build` writes them. */
export const PROGRAM_FOLDER = 'dist/server'
/** Where Node stores the compiled programs, so that the next start is faster. */
const COMPILE_CACHE = join(project, 'node_modules/.cache/capstan')

/** Installs the pinned packages unless the same ones are installed already. Ends the process with 1 on failure. */
export function install() {
  const wanted = fingerprint(PACKAGE_FILES)
  if (existsSync(node) && readStamp('installed') === wanted) return
  requireWritableProject()
  console.error('Installing the packages (once, about half a minute) ...')
  // `npm ci` refuses a lock file that lacks packages of other platforms, which not every registry serves.
  npm('install', '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error')
  if (!existsSync(node)) npm('rebuild', 'node', '--loglevel', 'error')
  if (!existsSync(node)) fail("The package 'node' did not install its program. Run: npm rebuild node")
  writeStamp('installed', wanted)
}

/** Builds both front ends and the server, each unless its last build was made of the same sources. */
export function build() {
  for (const [name, { parts, sources }] of Object.entries(BUILDS)) {
    const wanted = fingerprint([...PACKAGE_FILES, ...sources])
    if (readStamp(name) === wanted) continue
    requireWritableProject()
    console.error(`Building the ${name} ...`)
    rmSync(join(project, STAMPS[name]), { force: true })
    for (const part of parts)
      requireSuccess('vite', runProgram('vite', ['build', ...part, '--logLevel', 'warn']))
    writeStamp(name, wanted)
  }
}

/**
 * Runs a program of PROGRAMS, or a file of the project, on the pinned Node with this process's streams.
 * Returns the exit status; 1 if a signal ended it. `env` is added to the environment.
 */
export function runProgram(program, args, env = {}) {
  const { status, error } = spawnSync(node, [getFile(program), ...args], {
    ...getSpawnOptions(env),
    stdio: 'inherit',
  })
  if (error) fail(`${program} could not be started: ${error.message}`)
  return status ?? 1
}

/**
 * Like `runProgram`, but this process goes on meanwhile; returns a promise of the exit status. With `printsAtEnd`, what the
 * program prints appears when it has ended, so that it does not mix with another program's.
 */
export function startProgram(program, args, env = {}, { printsAtEnd = false } = {}) {
  return new Promise((resolve) => {
    const stdio = printsAtEnd ? 'pipe' : 'inherit'
    const child = spawn(node, [getFile(program), ...args], { ...getSpawnOptions(env), stdio })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes))
    child.on('error', (error) => fail(`${program} could not be started: ${error.message}`))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(output))
      resolve(status ?? 1)
    })
  })
}

const getFile = (program) => join(project, PROGRAMS[program] ?? program)
const getSpawnOptions = (env) => ({ cwd: project, env: { ...getPinnedEnvironment(), ...env } })

/** Whether this program of PROGRAM_FOLDER, and the Node that runs it, exist. */
export const hasProgram = (name) =>
  existsSync(node) && existsSync(join(project, PROGRAM_FOLDER, `${name}.js`))

/**
 * Replaces this process by a program of PROGRAM_FOLDER where Node can do that; otherwise starts it and waits for its end.
 * `flags` are options of Node; `env` is added to the environment.
 */
export function becomeProgram(name, args, { flags = [], env = {} } = {}) {
  const nodeArgs = [...flags, join(project, PROGRAM_FOLDER, `${name}.js`), ...args]
  const wholeEnv = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...getPinnedEnvironment(), ...env }
  if (process.execve && !isWindows) {
    // Node announces the function as experimental on every call.
    process.removeAllListeners('warning')
    process.execve(node, [node, ...nodeArgs], wholeEnv)
  }
  const child = spawn(node, nodeArgs, { stdio: 'inherit', env: wholeEnv })
  child.on('error', (error) => fail(`${name} could not be started: ${error.message}`))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl+C reaches the program from the terminal; this process only waits for its end.
  process.on('SIGINT', () => {})
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** Ends this process with the status of a program that failed. */
export function requireSuccess(program, status) {
  if (status === 0) return
  console.error(`${program} failed.`)
  process.exit(status)
}

/** Returns the environment with the pinned Node first on the path. */
function getPinnedEnvironment() {
  // Windows spells the name 'Path'; a second variable of another case would be ignored.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const folders = [dirname(node), join(project, 'node_modules/.bin'), process.env[name]]
  return { ...process.env, [name]: folders.filter(Boolean).join(delimiter) }
}

/** Runs npm: as the file that started this script if npm did, else by its name (a `.cmd` file on Windows). */
function npm(...args) {
  const options = { cwd: project, stdio: 'inherit' }
  const { npm_execpath: npmFile } = process.env
  const { status, error } = npmFile?.endsWith('.js')
    ? spawnSync(process.execPath, [npmFile, ...args], options)
    : spawnSync('npm', args, { ...options, shell: isWindows })
  if (error) fail(`npm could not be started: ${error.message}`)
  requireSuccess(`npm ${args[0]}`, status ?? 1)
}

/** A site that runs from a read-only folder has to be installed and built beforehand (docs/operations.md). */
function requireWritableProject() {
  try {
    accessSync(project, constants.W_OK)
  } catch {
    fail(
      "The program has changed since it was installed or built, and its folder is read-only for this user. Run 'npm run build' there as the folder's owner, then try again.",
    )
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

function readStamp(name) {
  const file = join(project, STAMPS[name])
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function writeStamp(name, value) {
  writeFileSync(join(project, STAMPS[name]), value)
}

/** Returns one hash of the names and contents of these files and folders. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles)) {
    hash.update(`${path}\0`).update(readFileSync(join(project, path)))
  }
  return hash.digest('hex')
}

function listFiles(path) {
  if (path.includes('.')) return [path]
  return readdirSync(join(project, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
}

/** The languages of the site besides English: those with a file of messages. */
function listTranslations() {
  return readdirSync(join(project, 'src/messages/languages')).map((file) => basename(file, '.json'))
}
