import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from './site-process.ts'

export const ADMIN = { ADMIN_EMAIL: 'anand@kovai.example', ADMIN_PASSWORD: 'collet and capstan' }

/**
 * Makes one data folder with the demo catalogue; every worker copies it instead of scaling the pictures again. Whoever
 * runs single files over and over may name such a folder in DEMO_DATA_DIR.
 */
export default async function prepareDemoData() {
  if (process.env.DEMO_DATA_DIR) return
  const folder = await mkdtemp(join(tmpdir(), 'capstan-demo-'))
  process.env.DEMO_DATA_DIR = folder
  const site = await startProcess({ DATA_DIR: folder, ...ADMIN })
  await site.stop()
  return () => rm(folder, { recursive: true, force: true })
}
