import { normalizeEmail } from '#server/accounts/rules.ts'
import { hashPassword } from '#server/accounts/sign-in/password.ts'
import { insertAccount, listAccounts } from '#server/accounts/store.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { subtractDays, systemClock, toIso } from '#server/kernel/clock.ts'
import { newSecret } from '#server/kernel/ids.ts'
import { startImageWorker } from '#server/media/image-worker.ts'
import { createMediaService } from '#server/media/media-service.ts'
import type { BlobStorage } from '#server/media/storage/blob-storage.ts'
import { openBlobStorage, openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { loadDemoData } from '#server/setup/demo-data.ts'

/** The administrator that this start created. `password` is undefined if ADMIN_PASSWORD set it. */
export interface FirstAdmin {
  email: string
  password: string | undefined
}

/**
 * Loads the demo data into a site without accounts, unless DEMO is off. Throws if the site is new and its bucket contains
 * pictures.
 */
export async function seedNewSite(deps: { config: Config; db: Db; demoFolder: string }): Promise<void> {
  const { config, db, demoFolder } = deps
  if ((await listAccounts(db)).length > 0) return
  const blobStorage = await openBlobStorage(config)
  if (config.media.bucket) await rejectUnknownBucket(config.media.bucket.name, blobStorage)
  if (config.demo === 'off') return
  const imageWorker = startImageWorker()
  const media = createMediaService({ db, blobStorage, clock: systemClock, imageWorker })
  try {
    const documentStorage = await openFileStorage(config, 'documents')
    await loadDemoData({ db, media, documentStorage, clock: systemClock, folder: demoFolder })
  } finally {
    imageWorker.close()
  }
}

/**
 * Throws if the bucket contains pictures older than a day: they belong to another site, or to this one and its database is
 * lost. The sweep would delete them. Newer ones are left over from an interrupted first start.
 */
async function rejectUnknownBucket(bucket: string, blobStorage: BlobStorage): Promise<void> {
  for await (const _ of blobStorage.listUnmodifiedSince(subtractDays(systemClock(), 1)))
    throw new Error(
      `The bucket ${bucket} (MEDIA_URL) contains pictures of a site, but the database in DATA_DIR is new. Restore a backup, or name another bucket or a folder in it (s3://bucket/folder).`,
    )
}

/**
 * Creates and returns the first administrator; undefined if there are accounts. Call this when the server listens: a start
 * that fails afterwards would not show the generated password.
 */
export async function addFirstAdmin({ firstAdmin }: Config, db: Db): Promise<FirstAdmin | undefined> {
  if ((await listAccounts(db)).length > 0) return undefined
  const email = normalizeEmail(firstAdmin.email)
  const password = firstAdmin.password ?? newSecret().slice(0, 16)
  const passwordHash = await hashPassword(password)
  const added = await inTransaction(db, async (transaction) => {
    // A process that started at the same time may have created the account.
    if ((await listAccounts(transaction)).length > 0) return false
    await insertAccount(transaction, { email, role: 'owner', passwordHash, at: toIso(systemClock()) })
    return true
  })
  return added ? { email, password: firstAdmin.password ? undefined : password } : undefined
}
