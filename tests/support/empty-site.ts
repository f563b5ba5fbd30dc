import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from './fixtures/demo-data.ts'
import { type SiteProcess, startProcess } from './site-process.ts'

/** Starts a site without demo data in a folder of its own, which `stop` deletes. */
export async function startEmptySite(
  environment: Record<string, string> = {},
): Promise<SiteProcess & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-e2e-empty-'))
  const site = await startProcess({ DATA_DIR: folder, DEMO: 'off', ...ADMIN, ...environment })
  const stop = async () => {
    const code = await site.stop()
    await rm(folder, { recursive: true, force: true })
    return code
  }
  return { ...site, folder, stop }
}
