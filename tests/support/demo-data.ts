import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from './site-process.ts'

export const ADMIN = { ADMIN_EMAIL: 'anand@kovai.example', ADMIN_PASSWORD: 'collet and capstan' }

/**
 * Creates one data folder with the demo catalogue, which every worker copies. DEMO_DATA_DIR may name an existing one, so
 * that repeated runs of single files start faster.
 */
export default async function prepareDemoData() {
  if (process.env.DEMO_DATA_DIR) return
  const folder = await mkdtemp(join(tmpdir(), 'capstan-demo-'))
  process.env.DEMO_DATA_DIR = folder
  const site = await startProcess({ DATA_DIR: folder, ...ADMIN })
  await site.stop()
  return () => rm(folder, { recursive: true, force: true })
}
