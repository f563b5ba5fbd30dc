import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import type { S3Settings } from '#server/media/storage/s3-address.ts'
import type { TransferResult } from '#server/transfer/transfer.ts'
import type { TransferTarget } from './transfer-target.ts'

/** The numbers of copied rows and pictures, with warnings. */
export function formatTransferResult({ rows, replaced, pictures }: TransferResult): string {
  const lines: string[] = []
  if (rows) {
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
    lines.push(`Copied and compared ${all} rows, with ${rows.item} items and ${rows.enquiry} enquiries.`)
  }
  if (replaced > 0)
    lines.push(
      `Warning: ${replaced} texts contained null characters, which PostgreSQL cannot store; they were replaced with \uFFFD.`,
    )
  if (pictures) {
    lines.push(
      `Copied and compared ${pictures.count} pictures, attachments and documents in ${pictures.files} files.`,
    )
    const [first] = pictures.missing
    if (first)
      lines.push(
        `Warning: ${pictures.missing.length} files were already missing on the site, for example ${first}.`,
      )
  }
  return lines.join('\n')
}

/** The settings for the target and the locations of the old data, without passwords. */
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
    'New settings (passwords and keys are not shown):',
    ...(dataDir === from.dataDir ? [] : [`  DATA_DIR=${dataDir}`]),
    ...(transfersRows && databaseUrl ? [`  DATABASE_URL=${redactPassword(databaseUrl)}`] : []),
    ...(transfersPictures && media.bucket ? [`  MEDIA_URL=${redactKey(media.bucket)}`] : []),
    ...(unset.length > 0 ? [`  remove ${unset.join(', ')}`] : []),
    `The old data is unchanged: ${oldLocations.join(' and ')}.`,
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
