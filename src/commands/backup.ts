import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupNews } from '#server/backup/backup-process.ts'
import { type Backup, writeBackup } from '#server/backup/write.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openBlobs } from '#server/media/blobs.ts'
import { describeContents } from './describe-contents.ts'
import { readFileArgument } from './file-argument.ts'
import { stoppable } from './stoppable.ts'

const USAGE = `npm run backup -- FILE.tar.gz            write database and pictures of the site in DATA_DIR into one file; the site may run
npm run backup -- FILE.tar.gz --force    replace the file if it is there`

try {
  const { file, force } = readFileArgument(USAGE)
  const config = readConfig()
  const { dataDir } = config
  const { signal } = stoppable()
  const backup = await writeBackup({
    dataDir,
    openPictures: () => openBlobs(config),
    file,
    force,
    app: version(),
    clock: systemClock,
    signal,
  })
  report(backup)
  const missing = backup.manifest.media.missing.length
  // The site makes its nightly back-ups by this command, and holds the line.
  if (process.send) process.send({ missing } satisfies BackupNews, () => process.exit(0))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function report({ file, bytes, manifest }: Backup): void {
  console.log(`${file}: ${(bytes / 1e6).toFixed(bytes < 1e6 ? 3 : 1)} MB, written, read back and found whole.
${describeContents(manifest)}
It holds names, addresses and passwords' hashes: only its owner may read it.`)
}

function version(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
}
