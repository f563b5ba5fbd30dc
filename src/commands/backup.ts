import { formatBytes } from '#contracts/format.ts'
import type { Backup } from '#server/backup/write.ts'
import { readConfig } from '#server/config.ts'
import { writeSiteBackup } from '#server/site-backup.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { formatBackupSummary } from './format-backup.ts'
import { parseFileArgument } from './parse-file-argument.ts'

const USAGE = `npm run backup -- FILE.tar.gz            write database, pictures, attachments and documents of the site in DATA_DIR to one file; the site may be running
npm run backup -- FILE.tar.gz --force    replace the file if it exists`

try {
  const { file, force } = parseFileArgument(USAGE)
  const config = readConfig()
  const { signal } = abortOnSignal()
  printReport(await writeSiteBackup(config, { file, force, signal }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function printReport({ file, bytes, manifest }: Backup): void {
  console.log(`${file}: ${formatBytes(bytes)}, written and verified.
${formatBackupSummary(manifest)}
It contains names, addresses and password hashes: only the owner of the file can read it.`)
}
