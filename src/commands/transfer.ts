import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openSiteFiles } from '#server/media/storage/open-blob-storage.ts'
import { transfer } from '#server/transfer/transfer.ts'
import { abortOnSignal } from './abort-on-signal.ts'
import { formatRequiredSettings, formatTransferResult } from './format-transfer.ts'
import { showProgress } from './progress-bar.ts'
import { parseTransferTarget } from './transfer-target.ts'

const USAGE = `npm run transfer -- --to postgres://name@host/database    copy the data to a PostgreSQL server
npm run transfer -- --to FOLDER                           copy the data and the pictures to a folder
npm run transfer -- --media s3://bucket?endpoint=…        copy the pictures to a bucket; can be combined with --to
npm run transfer -- --media FOLDER                        copy the pictures to FOLDER/media
--live    rehearse while the site is running. For the transfer itself, stop the site.
The data is read from the location in the settings (DATA_DIR, DATABASE_URL, MEDIA_URL) and stays there unchanged.
Passwords can be given in PGPASSWORD, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead of the URLs.`
const DRY_RUN_NOTE = `This was a rehearsal: later changes of the site are not in the copy. Empty the new database before the transfer itself.`

try {
  const { to, media, live } = parseArguments()
  const from = readConfig()
  const target = parseTransferTarget(from, { to, media })
  const { transfersRows, transfersPictures } = target
  if (!transfersRows && !transfersPictures)
    throw new Error('The data is already at this location: nothing was done.')
  const bar = showProgress()
  const result = await transfer({
    from,
    to: transfersRows ? target.config : undefined,
    openPictures: transfersPictures
      ? async () => ({
          from: await openSiteFiles(from),
          to: await openSiteFiles(target.config).catch(rethrowAsArgument),
        })
      : undefined,
    isDryRun: live,
    onProgress: bar.update,
    signal: abortOnSignal().signal,
  }).finally(bar.end)
  console.log(formatTransferResult(result))
  console.log(live ? DRY_RUN_NOTE : formatRequiredSettings(from, target))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Replaces the name of the setting in the message with that of the argument. */
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

/** Omits the message of the parser, which repeats arguments that may contain a password. */
function parseOrThrowUsage<Values>(parse: () => Values): Values {
  try {
    return parse()
  } catch {
    throw new Error(USAGE)
  }
}
