import { join } from 'node:path'
import { inTransaction } from '#server/database/transaction.ts'
import { hashPassword } from './accounts/password.ts'
import { normalEmail } from './accounts/rules.ts'
import { insertAccount, listAccounts } from './accounts/store.ts'
import type { Config } from './config.ts'
import type { Db } from './database/open.ts'
import { loadDemo } from './demo.ts'
import { systemClock, timestamp } from './kernel/clock.ts'
import { newSecret } from './kernel/ids.ts'
import { folderBlobs } from './media/blobs.ts'
import { openMedia } from './media/library.ts'
import { openWorkshop } from './media/workshop.ts'

/** The administrator that this start created; `password` is undefined when the settings gave it. */
export interface FirstAdmin {
  email: string
  password: string | undefined
}

/** A data folder in which nobody can sign in yet is new: it gets the demo catalogue, unless DEMO is off. */
export async function fillNewSite(parts: { config: Config; db: Db; demoFolder: string }): Promise<void> {
  const { config, db, demoFolder } = parts
  if (config.demo === 'off' || (await listAccounts(db)).length > 0) return
  const blobs = folderBlobs(join(config.dataDir, 'media'))
  const workshop = openWorkshop()
  const media = openMedia({ db, blobs, clock: systemClock, workshop })
  try {
    await loadDemo({ db, media, clock: systemClock, folder: demoFolder })
  } finally {
    workshop.close()
  }
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
