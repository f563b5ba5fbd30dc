import { resolve } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'

const URL_PATTERN = /^[a-z][a-z0-9+.-]*:\/\//i

/** The target of a transfer. */
export interface TransferTarget {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'media'>
  transfersRows: boolean
  transfersPictures: boolean
}

/**
 * Derives the target from the current settings and the arguments `--to` and `--media`. A folder in `--to` is the target
 * of the pictures as well; other settings are unchanged. Throws an error whose message contains no part of a URL.
 */
export function parseTransferTarget(
  from: Config,
  { to, media }: { to: string | undefined; media: string | undefined },
): TransferTarget {
  const [rows, pictures] = [parseLocation(to), parseLocation(media)]
  const dataDir = rows.folder ?? pictures.folder ?? from.dataDir
  const targetConfig = readTargetConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: rows.url,
    MEDIA_URL: pictures.url,
  })
  const config = {
    dataDir,
    databaseUrl: to === undefined ? from.databaseUrl : targetConfig.databaseUrl,
    media: media === undefined && rows.folder === undefined ? from.media : targetConfig.media,
  }
  rejectSplitLocation(config, {
    rows: rows.folder ?? from.dataDir,
    pictures: pictures.folder ?? rows.folder ?? from.dataDir,
  })
  return {
    config,
    transfersRows: to !== undefined && getRowsLocation(config) !== getRowsLocation(from),
    transfersPictures: getPicturesLocation(config) !== getPicturesLocation(from),
  }
}

function parseLocation(text: string | undefined): { url?: string; folder?: string } {
  if (text === undefined) return {}
  return URL_PATTERN.test(text) ? { url: text } : { folder: resolve(text) }
}

function readTargetConfig(settings: {
  DATA_DIR: string
  DATABASE_URL: string | undefined
  MEDIA_URL: string | undefined
}): Config {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
  try {
    return readConfig({ ...settings, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })
  } catch (error) {
    const { message } = error as Error
    throw new Error(
      message.replace('The setting DATABASE_URL', '--to').replace('The setting MEDIA_URL', '--media'),
    )
  }
}

/** Without a database URL and a bucket, the database file and the pictures are both in DATA_DIR. */
function rejectSplitLocation(
  { databaseUrl, media }: TransferTarget['config'],
  { rows, pictures }: { rows: string; pictures: string },
): void {
  if (databaseUrl || media.bucket || rows === pictures) return
  throw new Error(`The pictures of a site in ${rows} must be in that folder or in a bucket.`)
}

const getRowsLocation = ({ databaseUrl, dataDir }: TransferTarget['config']) => databaseUrl ?? dataDir

function getPicturesLocation({ dataDir, media: { bucket } }: TransferTarget['config']): string {
  return bucket ? `${bucket.endpoint ?? ''} ${bucket.name}/${bucket.prefix}` : dataDir
}
