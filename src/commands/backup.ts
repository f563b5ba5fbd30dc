import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatBytes } from '#contracts/format.ts'
import type { BackupResult } from '#server/backup/backup-process.ts'
import { type Backup, writeBackup } from '#server/backup/write.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openSiteFiles } from '#server/media/open-blob-storage.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { formatBackupSummary } from './format-backup.ts'
import { parseFileArgument } from './parse-file-argument.ts'

const USAGE = `npm run backup -- FILE.tar.gz            write database, pictures, attachments and documents of the site in DATA_DIR to one file; the site may be running
npm run backup -- FILE.tar.gz --force    replace the file if it exists`

try {
  const { file, force } = parseFileArgument(USAGE)
  const config = readConfig()
  const { dataDir } = config
  const { signal } = abortOnSignal()
  const backup = await writeBackup({
    dataDir,
    openFiles: () => openSiteFiles(config),
    file,
    force,
    app: readVersion(),
    clock: systemClock,
    signal,
  })
  printReport(backup)
  const missing = backup.manifest.media.missing.length
  // The site runs this command for its nightly backups and waits for the message.
  if (process.send) process.send({ missing } satisfies BackupResult, () => process.exit(0))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function printReport({ file, bytes, manifest }: Backup): void {
  console.log(`${file}: ${formatBytes(bytes)}, written and verified.
${formatBackupSummary(manifest)}
It contains names, addresses and password hashes: only the owner of the file can read it.`)
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
}
