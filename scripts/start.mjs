// `npm start`: everything from a fresh clone to a serving site.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, node, project, withPinnedNode } from './setup.mjs'

const main = join(project, 'src/main.ts')
install()
build()
// npm puts the pinned Node first on PATH, so every start but the first runs on it already.
if (process.execPath === realpathSync(node)) await import(main)
else serveOnPinnedNode()

function serveOnPinnedNode() {
  const site = spawn(node, [main], { stdio: 'inherit', env: withPinnedNode() })
  process.on('SIGTERM', () => site.kill('SIGTERM'))
  // Ctrl+C reaches the site from the terminal; this process only waits for it.
  process.on('SIGINT', () => {})
  site.on('exit', (code) => process.exit(code ?? 1))
}
