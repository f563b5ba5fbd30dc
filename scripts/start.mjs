// `npm start`: everything from a fresh clone to a serving site.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { build, install, node, project, withPinnedNode } from './setup.mjs'

const main = join(project, 'src/main.ts')
/** What V8 and the type stripping made of the sources, by their contents: the next start does without both. */
const compiled = join(project, 'node_modules/.cache/capstan')
install()
build()
// npm puts the pinned Node first on PATH, so every start but the first runs on it already.
if (process.execPath === realpathSync(node)) await serveHere()
else serveOnPinnedNode()

async function serveHere() {
  module.enableCompileCache(compiled)
  await import(main)
}

function serveOnPinnedNode() {
  const env = { NODE_COMPILE_CACHE: compiled, ...withPinnedNode() }
  const site = spawn(node, [...process.execArgv, main], { stdio: 'inherit', env })
  process.on('SIGTERM', () => site.kill('SIGTERM'))
  // Ctrl+C reaches the site from the terminal; this process only waits for it.
  process.on('SIGINT', () => {})
  site.on('exit', (code) => process.exit(code ?? 1))
}
