import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './postgres/postgres.ts'
import { type SiteProcess, startProcess } from './site-process.ts'

/** One of several processes that serve the same data. */
export interface Instance {
  url: string
  port: number
  process: SiteProcess
}

/** Starts the program on a free port with a data folder of its own. `environment` names what the instances share. */
export async function startInstance(environment: Record<string, string>): Promise<Instance> {
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'capstan-instance-'))
  const started = await startProcess({ ...environment, PORT: String(port), DATA_DIR: folder })
  const clean = () => rmSync(folder, { recursive: true, force: true })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    process: {
      ...started,
      stop: () => started.stop().finally(clean),
      kill: () => started.kill().finally(clean),
    },
  }
}
