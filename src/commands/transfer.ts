import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openBlobStorage } from '#server/media/blob-storage.ts'
import { transfer } from '#server/transfer/transfer.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { formatRequiredSettings, formatTransferResult } from './format-transfer.ts'
import { showProgress } from './progress-bar.ts'
import { parseTransferTarget } from './transfer-target.ts'

const USAGE = `npm run transfer -- --to postgres://name@host/database    copy the data of the site to a PostgreSQL server
npm run transfer -- --to FOLDER                           back into a folder, with the pictures in it
npm run transfer -- --media s3://bucket?endpoint=…        copy the pictures to a bucket; with --to, both
npm run transfer -- --media FOLDER                        the pictures into FOLDER/media
--live    rehearse it while the site runs. The move itself is made while nobody serves.
The site's settings (DATA_DIR, DATABASE_URL, MEDIA_URL) say where the data are now; they stay there as they are.
Passwords may stand in PGPASSWORD and AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY in place of the addresses.`
const DRY_RUN_NOTE = `This was a rehearsal: what the site has taken in since is not there. Before the move itself, empty the new database.`

try {
  const { to, media, live } = parseArguments()
  const from = readConfig()
  const goal = parseTransferTarget(from, { to, media })
  const { transfersRows, transfersPictures } = goal
  if (!transfersRows && !transfersPictures) throw new Error('Everything is there already: nothing was done.')
  const bar = showProgress()
  const moved = await transfer({
    from,
    to: transfersRows ? goal.config : undefined,
    openPictures: transfersPictures
      ? async () => ({
          from: await openBlobStorage(from),
          to: await openBlobStorage(goal.config).catch(rethrowAsArgument),
        })
      : undefined,
    isDryRun: live,
    onProgress: bar.update,
    signal: abortOnSignal().signal,
  }).finally(bar.end)
  console.log(formatTransferResult(moved))
  console.log(live ? DRY_RUN_NOTE : formatRequiredSettings(from, goal))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** The sentence names the setting that a site would have. */
function rethrowAsArgument(error: Error): never {
  throw new Error(error.message.replace('(MEDIA_URL)', '(--media)'), { cause: error })
}

function parseArguments(): { to: string | undefined; media: string | undefined; live: boolean } {
  const options = {
    to: { type: 'string' },
    media: { type: 'string' },
    live: { type: 'boolean', default: false },
  } as const
  const { to, media, live } = parseOrThrowUsage(() => parseArgs({ options }).values)
  if (!to && !media) throw new Error(USAGE)
  return { to, media, live }
}

/** Without what the parser says: it repeats arguments, in which a password may stand. */
function parseOrThrowUsage<Values>(parse: () => Values): Values {
  try {
    return parse()
  } catch {
    throw new Error(USAGE)
  }
}
