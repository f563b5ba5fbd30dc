import { resolve } from 'node:path'
import { restoreBackup } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { formatBackupSummary } from './format-backup.ts'
import { parseFileArgument } from './parse-file-argument.ts'

const USAGE = `npm run restore -- FILE.tar.gz            fill DATA_DIR, which must be empty or not there yet, from a back-up
npm run restore -- FILE.tar.gz --force    move what is in DATA_DIR aside first; the site must be stopped`

try {
  const { file, force } = parseFileArgument(USAGE)
  const { dataDir, media } = readConfig()
  const { signal } = abortOnSignal()
  const { manifest, previousDataPath } = await restoreBackup({
    file: resolve(file),
    dataDir,
    force,
    clock: systemClock,
    signal,
  })
  console.log(`${dataDir} is as it was at ${manifest.madeAt}. Nobody is signed in; everybody signs in anew.
${formatBackupSummary(manifest)}`)
  if (media.bucket)
    console.log(
      `Its pictures are in ${dataDir}/media. Copy those that the bucket ${media.bucket.name} (MEDIA_URL) lacks before the site starts: docs/operations.md.`,
    )
  if (previousDataPath)
    console.log(`What was there before is in ${previousDataPath}. Remove it when it is no longer needed.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
