import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openBlobs } from '#server/media/blobs.ts'
import { move } from '#server/move/move.ts'
import { describeMoved, settingsToMake } from './describe-move.ts'
import { readGoal } from './move-goal.ts'
import { showProgress } from './progress-bar.ts'
import { stoppable } from './stoppable.ts'

const USAGE = `npm run move -- --to postgres://name@host/database    copy the data of the site to a PostgreSQL server
npm run move -- --to FOLDER                           back into a folder, with the pictures in it
npm run move -- --media s3://bucket?endpoint=…        copy the pictures to a bucket; with --to, both
npm run move -- --media FOLDER                        the pictures into FOLDER/media
--live    rehearse it while the site runs. The move itself is made while nobody serves.
The site's settings (DATA_DIR, DATABASE_URL, MEDIA_URL) say where the data are now; they stay there as they are.
Passwords may stand in PGPASSWORD and AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY in place of the addresses.`
const REHEARSED = `This was a rehearsal: what the site has taken in since is not there. Before the move itself, empty the new database.`

try {
  const { to, media, live } = readArguments()
  const from = readConfig()
  const goal = readGoal(from, { to, media })
  const { movesRows, movesPictures } = goal
  if (!movesRows && !movesPictures) throw new Error('Everything is there already: nothing was done.')
  const bar = showProgress()
  const moved = await move({
    from,
    to: movesRows ? goal.config : undefined,
    openPictures: movesPictures
      ? async () => ({ from: await openBlobs(from), to: await openBlobs(goal.config).catch(asArgument) })
      : undefined,
    isLive: live,
    onProgress: bar.update,
    signal: stoppable().signal,
  }).finally(bar.end)
  console.log(describeMoved(moved))
  console.log(live ? REHEARSED : settingsToMake(from, goal))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** The sentence names the setting that a site would have. */
function asArgument(error: Error): never {
  throw new Error(error.message.replace('(MEDIA_URL)', '(--media)'), { cause: error })
}

function readArguments(): { to: string | undefined; media: string | undefined; live: boolean } {
  const options = {
    to: { type: 'string' },
    media: { type: 'string' },
    live: { type: 'boolean', default: false },
  } as const
  const { to, media, live } = parsed(() => parseArgs({ options }).values)
  if (!to && !media) throw new Error(USAGE)
  return { to, media, live }
}

/** Without what the parser says: it repeats arguments, in which a password may stand. */
function parsed<Values>(parse: () => Values): Values {
  try {
    return parse()
  } catch {
    throw new Error(USAGE)
  }
}
