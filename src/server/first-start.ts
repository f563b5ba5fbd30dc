import { inTransaction } from '#server/database/transaction.ts'
import { hashPassword } from './accounts/password.ts'
import { normalEmail } from './accounts/rules.ts'
import { insertAccount, listAccounts } from './accounts/store.ts'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import { loadDemo } from './demo.ts'
import { daysBefore, systemClock, timestamp } from './kernel/clock.ts'
import { newSecret } from './kernel/ids.ts'
import { type Blobs, openBlobs } from './media/blobs.ts'
import { openMedia } from './media/library.ts'
import { openWorkshop } from './media/workshop.ts'

/** The administrator that this start created; `password` is undefined when the settings gave it. */
export interface FirstAdmin {
  email: string
  password: string | undefined
}

/**
 * A data folder in which nobody can sign in yet is new: it gets the demo catalogue, unless DEMO is off. Throws one sentence
 * when its bucket is not new.
 */
export async function fillNewSite(parts: { config: Config; db: Db; demoFolder: string }): Promise<void> {
  const { config, db, demoFolder } = parts
  if ((await listAccounts(db)).length > 0) return
  const blobs = await openBlobs(config)
  if (config.media.bucket) await refuseForeign(config.media.bucket.name, blobs)
  if (config.demo === 'off') return
  const workshop = openWorkshop()
  const media = openMedia({ db, blobs, clock: systemClock, workshop })
  try {
    await loadDemo({ db, media, clock: systemClock, folder: demoFolder })
  } finally {
    workshop.close()
  }
}

/**
 * Pictures that have lain in the bucket for a day are another site's, or of this one, whose database is lost; either way
 * nothing here knows them, and the sweep would remove them. Younger ones a first start left that was interrupted.
 */
async function refuseForeign(bucket: string, blobs: Blobs): Promise<void> {
  for await (const _ of blobs.untouchedSince(daysBefore(systemClock(), 1)))
    throw new Error(
      `The bucket ${bucket} (MEDIA_URL) holds pictures of a site, but the database in DATA_DIR is new. Restore a back-up, or name another bucket or a folder in it (s3://bucket/folder).`,
    )
}

/**
 * Adds the first administrator where there is none, and answers it; undefined on every later start. Call when the site
 * serves already: the password is known to nobody until it has been shown.
 */
export async function addFirstAdmin({ firstAdmin }: Config, db: Db): Promise<FirstAdmin | undefined> {
  if ((await listAccounts(db)).length > 0) return undefined
  const email = normalEmail(firstAdmin.email)
  const password = firstAdmin.password ?? newSecret().slice(0, 16)
  const passwordHash = await hashPassword(password)
  const added = await inTransaction(db, async (transaction) => {
    // Another process that started at the same time may have been first.
    if ((await listAccounts(transaction)).length > 0) return false
    await insertAccount(transaction, { email, role: 'owner', passwordHash, at: timestamp(systemClock()) })
    return true
  })
  return added ? { email, password: firstAdmin.password ? undefined : password } : undefined
}
