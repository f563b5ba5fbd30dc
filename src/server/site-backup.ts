import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Backup, writeBackup } from './backup/write.ts'
import type { Config } from './config.ts'
import { systemClock } from './kernel/clock.ts'
import { openSiteFiles } from './media/storage/open-blob-storage.ts'

/** Backs up the site of a configuration; see `writeBackup`. */
export const writeSiteBackup = (
  config: Config,
  options: { file: string; force: boolean; signal: AbortSignal },
): Promise<Backup> =>
  writeBackup({
    ...options,
    dataDir: config.dataDir,
    openFiles: () => openSiteFiles(config),
    app: readVersion(),
    clock: systemClock,
  })

const readVersion = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
