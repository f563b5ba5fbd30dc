import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { DATABASE_FILE } from '#server/database/embedded.ts'
import type { BucketSettings } from '#server/media/bucket-address.ts'
import type { Moved } from '#server/move/move.ts'
import type { Goal } from './move-goal.ts'

/** What was moved, and what was found amiss on the way. */
export function describeMoved({ rows, replaced, pictures }: Moved): string {
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

/** What to set now, and what is left. Without passwords: it may be kept. */
export function settingsToMake(from: Config, { config, movesRows, movesPictures }: Goal): string {
  const { dataDir, databaseUrl, media } = config
  const unset = [
    from.databaseUrl && !databaseUrl && 'DATABASE_URL',
    from.databaseReadUrl && movesRows && 'DATABASE_READ_URL',
    from.media.bucket && !media.bucket && 'MEDIA_URL',
    from.backupDir && databaseUrl && 'BACKUP_DIR',
  ].filter((name) => typeof name === 'string')
  const left = [movesRows && rowsOf(from), movesPictures && picturesOf(from)].filter(Boolean)
  return [
    'Set now (passwords and keys are left out here):',
    ...(dataDir === from.dataDir ? [] : [`  DATA_DIR=${dataDir}`]),
    ...(movesRows && databaseUrl ? [`  DATABASE_URL=${withoutPassword(databaseUrl)}`] : []),
    ...(movesPictures && media.bucket ? [`  MEDIA_URL=${withoutKey(media.bucket)}`] : []),
    ...(unset.length > 0 ? [`  no ${unset.join(', no ')} any more`] : []),
    `What was moved is still in the old place, untouched: ${left.join(' and ')}.`,
  ].join('\n')
}

const rowsOf = ({ dataDir, databaseUrl }: Config) =>
  databaseUrl ? withoutPassword(databaseUrl) : join(dataDir, DATABASE_FILE)
const picturesOf = ({ dataDir, media: { bucket } }: Config) =>
  bucket ? withoutKey(bucket) : join(dataDir, 'media')

const withoutKey = ({ name, prefix, endpoint }: BucketSettings) =>
  `s3://…@${name}/${prefix}${endpoint ? `?endpoint=${endpoint}` : ''}`

function withoutPassword(address: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(address)
  const who = username && `${username}${password && ':…'}@`
  return `${protocol}//${who}${host}${pathname}${search && '?…'}`
}
