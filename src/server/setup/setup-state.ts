import { isDeepEqual } from '#contracts/fields/fields.ts'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import { listAccounts } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import type { SetupState } from '../dashboard/dashboard.ts'
import { hasDemo, hasOwnMachine, listConfirmedSteps } from '../dashboard/store.ts'
import type { Services } from '../services.ts'
import { findPrivacyNotice, hasPlaceholders } from '../site-content/publications/store.ts'
import { readSiteContent } from '../site-content/store.ts'

/** Reads from several modules which steps of setting up the site are done. */
export async function readSetupState(
  { db, sendMail, backupFolder }: Pick<Services, 'db' | 'sendMail' | 'backupFolder'>,
  { databaseUrl }: Config,
): Promise<SetupState> {
  const { company } = (await readSiteContent(db)).content
  const example = DEFAULT_SITE_CONTENT.company
  const confirmed = await listConfirmedSteps(db)
  return {
    company: company.name !== example.name && company.email !== example.email,
    hours: confirmed.has('hours') || !isDeepEqual(company.hours, example.hours),
    // The demo has a rate of its own, about which nobody has decided.
    productPages: confirmed.has('productPages'),
    notices: (await findPrivacyNotice(db)) !== undefined && !(await hasPlaceholders(db)),
    machine: await hasOwnMachine(db),
    ...((await hasDemo(db)) && { demo: false }),
    mail: sendMail !== undefined,
    colleague: (await listAccounts(db)).length > 1,
    // PostgreSQL has its own tools for backups, about which the site knows nothing: staff say that it is backed up.
    ...(databaseUrl === undefined
      ? { backup: Boolean(backupFolder?.hasBackup() && !backupFolder.isOverdue()) }
      : { databaseBackup: confirmed.has('databaseBackup') }),
  }
}
