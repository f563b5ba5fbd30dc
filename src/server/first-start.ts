import { join } from 'node:path'
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

/** The administrator that this start created; `password` is undefined when the settings gave it. */
export interface FirstAdmin {
  email: string
  password: string | undefined
}

/**
 * A data folder in which nobody can sign in yet is new: it gets the demo catalogue (unless DEMO is off) and its first
 * administrator. Answers that administrator, or undefined on every later start.
 */
export async function prepareNewSite(parts: {
  config: Config
  db: Db
  demoFolder: string
}): Promise<FirstAdmin | undefined> {
  const { config, db, demoFolder } = parts
  const accounts = await listAccounts(db)
  if (accounts.length > 0) return undefined
  if (config.demo === 'auto') {
    const blobs = folderBlobs(join(config.dataDir, 'media'))
    const media = openMedia({ db, blobs, clock: systemClock })
    await loadDemo({ db, media, clock: systemClock, folder: demoFolder })
  }
  const email = normalEmail(config.firstAdmin.email)
  const password = config.firstAdmin.password ?? newSecret().slice(0, 16)
  const passwordHash = await hashPassword(password)
  const created = await db.transaction().execute(async (transaction) => {
    // Another process that started at the same time may have been first.
    if ((await listAccounts(transaction)).length > 0) return false
    await insertAccount(transaction, { email, role: 'owner', passwordHash, at: timestamp(systemClock()) })
    return true
  })
  if (!created) return undefined
  return { email, password: config.firstAdmin.password ? undefined : password }
}
