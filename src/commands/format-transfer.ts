import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import type { S3Settings } from '#server/media/s3-address.ts'
import type { TransferResult } from '#server/transfer/transfer.ts'
import type { TransferTarget } from './transfer-target.ts'

/** What was moved, and what was found amiss on the way. */
export function formatTransferResult({ rows, replaced, pictures }: TransferResult): string {
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
export function formatRequiredSettings(
  from: Config,
  { config, transfersRows, transfersPictures }: TransferTarget,
): string {
  const { dataDir, databaseUrl, media } = config
  const unset = [
    from.databaseUrl && !databaseUrl && 'DATABASE_URL',
    from.databaseReadUrl && transfersRows && 'DATABASE_READ_URL',
    from.media.bucket && !media.bucket && 'MEDIA_URL',
    from.backupDir && databaseUrl && 'BACKUP_DIR',
  ].filter((name) => typeof name === 'string')
  const oldLocations = [
    transfersRows && formatRowsLocation(from),
    transfersPictures && formatPicturesLocation(from),
  ].filter(Boolean)
  return [
    'Set now (passwords and keys are left out here):',
    ...(dataDir === from.dataDir ? [] : [`  DATA_DIR=${dataDir}`]),
    ...(transfersRows && databaseUrl ? [`  DATABASE_URL=${redactPassword(databaseUrl)}`] : []),
    ...(transfersPictures && media.bucket ? [`  MEDIA_URL=${redactKey(media.bucket)}`] : []),
    ...(unset.length > 0 ? [`  no ${unset.join(', no ')} any more`] : []),
    `What was moved is still in the old place, untouched: ${oldLocations.join(' and ')}.`,
  ].join('\n')
}

const formatRowsLocation = ({ dataDir, databaseUrl }: Config) =>
  databaseUrl ? redactPassword(databaseUrl) : join(dataDir, DATABASE_FILE)
const formatPicturesLocation = ({ dataDir, media: { bucket } }: Config) =>
  bucket ? redactKey(bucket) : join(dataDir, 'media')

const redactKey = ({ name, prefix, endpoint }: S3Settings) =>
  `s3://…@${name}/${prefix}${endpoint ? `?endpoint=${endpoint}` : ''}`

function redactPassword(address: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(address)
  const userInfo = username && `${username}${password && ':…'}@`
  return `${protocol}//${userInfo}${host}${pathname}${search && '?…'}`
}
