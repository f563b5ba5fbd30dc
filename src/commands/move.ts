import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { openBlobs } from '#server/media/blobs.ts'
import { type Moved, move } from '#server/move/move.ts'
import { type Goal, readGoal } from './move-goal.ts'
import { showProgress } from './progress-bar.ts'
import { stoppable } from './stoppable.ts'

const USAGE = `npm run move -- --to postgres://name@host/database    copy the data of the site to a PostgreSQL server
npm run move -- --to FOLDER                           back into a folder, with the pictures in it
npm run move -- --media s3://bucket?endpoint=…        copy the pictures to a bucket; with --to, both
npm run move -- --media FOLDER                        the pictures into FOLDER/media
--live    rehearse it while the site runs. The move itself is made while nobody serves.
The site's settings (DATA_DIR, DATABASE_URL, MEDIA_URL) say where the data are now; they stay there as they are.
Passwords may stand in PGPASSWORD and AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY in place of the addresses.`
const REHEARSED = `This was a rehearsal: what the site has taken in since is not there. Before the move itself, empty the new place.`

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
      ? async () => ({ from: await openBlobs(from), to: await openBlobs(goal.config) })
      : undefined,
    isLive: live,
    onProgress: bar.update,
    signal: stoppable().signal,
  }).finally(bar.end)
  console.log(describeMoved(moved))
  console.log(live ? REHEARSED : settingsToMake(goal, from))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
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

function describeMoved({ rows, replaced, pictures }: Moved): string {
  const lines: string[] = []
  if (rows) {
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
    lines.push(
      `Moved ${rows.item} items, ${rows.enquiry} enquiries and all else, ${all} rows in all; counted and compared.`,
    )
  }
  if (replaced > 0)
    lines.push(
      `Attention: ${replaced} texts held null characters, which PostgreSQL cannot store; they are now \uFFFD.`,
    )
  if (pictures) {
    lines.push(`Moved ${pictures.count} pictures in ${pictures.files} files; each was compared.`)
    const [first] = pictures.missing
    if (first)
      lines.push(
        `Attention: ${pictures.missing.length} files of pictures were missing on the site already, the first of them ${first}.`,
      )
  }
  return lines.join('\n')
}

/** Without passwords: what is printed here may be kept. */
function settingsToMake({ config, movesRows, movesPictures }: Goal, from: Config): string {
  const { dataDir, databaseUrl, media } = config
  const unset = [
    from.databaseUrl && !databaseUrl && 'DATABASE_URL',
    from.databaseReadUrl && movesRows && 'DATABASE_READ_URL',
    from.media.bucket && !media.bucket && 'MEDIA_URL',
    from.backupDir && databaseUrl && 'BACKUP_DIR',
  ].filter((name) => typeof name === 'string')
  return [
    'Set now, with their passwords:',
    ...(dataDir === from.dataDir ? [] : [`  DATA_DIR=${dataDir}`]),
    ...(movesRows && databaseUrl ? [`  DATABASE_URL=${withoutPassword(databaseUrl)}`] : []),
    ...(movesPictures && media.bucket
      ? [
          `  MEDIA_URL=s3://…@${media.bucket.name}/${media.bucket.prefix}${media.bucket.endpoint ? `?endpoint=${media.bucket.endpoint}` : ''}`,
        ]
      : []),
    ...(unset.length > 0 ? [`  and no ${unset.join(', no ')}`] : []),
    'The old place is as it was. Remove it when the site has run in the new one for a while.',
  ].join('\n')
}

function withoutPassword(address: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(address)
  const who = username && `${username}${password && ':…'}@`
  return `${protocol}//${who}${host}${pathname}${search && '?…'}`
}
