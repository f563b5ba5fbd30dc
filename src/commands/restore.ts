import { dirname, join, resolve } from 'node:path'
import { ERASURES_FILE } from '#server/backup/erasure-list.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { formatBackupSummary } from './format-backup.ts'
import { parseFileArgument } from './parse-file-argument.ts'

const USAGE = `npm run restore -- FILE.tar.gz            restore a backup to DATA_DIR, which must be empty or not exist
npm run restore -- FILE.tar.gz --force    move the content of DATA_DIR to another folder first; the site must be stopped`

try {
  const { file, force } = parseFileArgument(USAGE)
  const { dataDir, backupDir, media } = readConfig()
  const { signal } = abortOnSignal()
  const folders = [dirname(resolve(file)), ...(backupDir ? [backupDir] : [])]
  const { manifest, nextNumber, previousDataPath, hasErasures } = await restoreBackup({
    file: resolve(file),
    dataDir,
    force,
    erasureFiles: folders.map((folder) => join(folder, ERASURES_FILE)),
    clock: systemClock,
    signal,
  })
  console.log(`${dataDir} was restored to its state of ${manifest.madeAt}. All users must sign in again.
${formatBackupSummary(manifest)}
Quotations continue with number ${nextNumber}, because customers may have numbers that were given after the backup. If one of them is higher, enter the next number in Quotations > Settings before you send quotations.`)
  console.log(
    hasErasures
      ? `The start of the site erases the personal data that were erased after this backup (${ERASURES_FILE}).`
      : `No ${ERASURES_FILE} was found in DATA_DIR, BACKUP_DIR or beside the backup. If personal data were erased after this backup, copy that file to ${dataDir} before the site starts.`,
  )
  if (media.bucket)
    console.log(
      `The pictures are in ${join(dataDir, 'media')}. Before the site starts, copy those that are missing in the bucket ${media.bucket.name} (MEDIA_URL): see docs/operations.md.`,
    )
  if (previousDataPath)
    console.log(`The previous content is in ${previousDataPath}. Delete it when it is no longer needed.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
