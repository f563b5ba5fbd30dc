import { resolve } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

/** Where a site is to be. */
export interface Goal {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'media'>
  movesRows: boolean
  movesPictures: boolean
}

/**
 * What `--to` and `--media` mean for a site that is where `from` says. A folder given to `--to` takes the pictures along;
 * whatever else is not named stays. Throws a sentence without any part of an address.
 */
export function readGoal(
  from: Config,
  { to, media }: { to: string | undefined; media: string | undefined },
): Goal {
  const [rows, pictures] = [placeOf(to), placeOf(media)]
  const dataDir = rows.folder ?? pictures.folder ?? from.dataDir
  const named = readNamed({ DATA_DIR: dataDir, DATABASE_URL: rows.address, MEDIA_URL: pictures.address })
  const config = {
    dataDir,
    databaseUrl: to === undefined ? from.databaseUrl : named.databaseUrl,
    media: media === undefined && rows.folder === undefined ? from.media : named.media,
  }
  refuseTornApart(config, {
    rows: rows.folder ?? from.dataDir,
    pictures: pictures.folder ?? rows.folder ?? from.dataDir,
  })
  return {
    config,
    movesRows: to !== undefined && rowsIn(config) !== rowsIn(from),
    movesPictures: picturesIn(config) !== picturesIn(from),
  }
}

function placeOf(text: string | undefined): { address?: string; folder?: string } {
  if (text === undefined) return {}
  return ADDRESS.test(text) ? { address: text } : { folder: resolve(text) }
}

function readNamed(settings: {
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

/** The file of the data and the folder of the pictures are both below DATA_DIR. */
function refuseTornApart(
  { databaseUrl, media }: Goal['config'],
  { rows, pictures }: { rows: string; pictures: string },
): void {
  if (databaseUrl || media.bucket || rows === pictures) return
  throw new Error(`The pictures of a site in ${rows} are in that folder or in a bucket: name one of the two.`)
}

const rowsIn = ({ databaseUrl, dataDir }: Goal['config']) => databaseUrl ?? dataDir

function picturesIn({ dataDir, media: { bucket } }: Goal['config']): string {
  return bucket ? `${bucket.endpoint ?? ''} ${bucket.name}/${bucket.prefix}` : dataDir
}
