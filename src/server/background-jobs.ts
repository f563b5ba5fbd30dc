import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { UNSENT_FILE_DAYS } from '#contracts/enquiry/retention.ts'
import { listAccountSummaries } from './accounts/store.ts'
import { isStagingInUse } from './backup/archive/file-utils.ts'
import type { BackupFolder } from './backup/backup-folder.ts'
import { startNightlyBackups } from './backup/nightly.ts'
import { removeUnusedDocuments } from './catalogue/documents/sweep.ts'
import { removeOldImportFiles } from './catalogue/imports/import-storage.ts'
import { isDerivedDataUpToDate, rebuildDerivedData } from './catalogue/search/store-derived-data.ts'
import type { Config, MailSettings } from './config.ts'
import type { Db } from './database/db.ts'
import { runExclusively } from './database/postgres/locks.ts'
import { inTransaction } from './database/transaction.ts'
import { subtractDays, toIso } from './kernel/clock.ts'
import { removeStaleUploads } from './kernel/http/multipart.ts'
import { createLoop, systemScheduler } from './kernel/scheduler.ts'
import { startOutboxWorker } from './mail/outbox-worker.ts'
import { createMailTransport } from './mail/transport.ts'
import { startAvifJob } from './media/avif-job.ts'
import { formatS3Url } from './media/storage/s3-address.ts'
import { eraseInactiveCustomers, listErasureFolders } from './personal-data/erasures.ts'
import { createFileUsage } from './personal-data/store-file-usage.ts'
import { removeUnusedAttachments } from './sales/attachments/attachments.ts'
import { removeEndedLinks } from './sales/quotations/store-links.ts'
import type { Services } from './services.ts'
import { removeUnusedSiteFiles } from './site-content/files/store.ts'
import { publishDue } from './site-content/publications/commands.ts'
import { readSiteContent } from './site-content/store.ts'
import { sendWeeklyFigures } from './visitors/weekly-email.ts'

/** Requests of the first visitors come before AVIF encoding. */
const AVIF_DELAY_MS = 5000
const FIRST_SWEEP_DELAY_MS = 10 * 60_000
const SWEEP_INTERVAL_MS = 6 * 3_600_000
const UNUSED_RETENTION_DAYS = 1
const IMPORT_FILE_RETENTION_DAYS = 30
/** A server that is killed loses the visits of this time. */
const VISIT_INTERVAL_MS = 10_000
const WEEKLY_EMAIL_INTERVAL_MS = 30 * 60_000
const SCHEDULE_INTERVAL_MS = 60_000
/** About as long as a batch takes. */
const DERIVED_DATA_PAUSE_MS = 20

interface JobDeps extends Services {
  config: Config
}

/** Starts the jobs that the configuration enables. Each ends when the server closes. */
export function startJobs(app: FastifyInstance, deps: JobDeps): void {
  const { config } = deps
  startDerivedDataRebuild(app, deps)
  startMediaSweep(app, deps)
  startAttachmentSweep(app, deps)
  startDocumentSweep(app, deps)
  startImportSweep(app, deps)
  startLinkSweep(app, deps)
  startPersonalDataSweep(app, deps)
  startVisitCounting(app, deps)
  startSchedule(app, deps)
  deps.imports.runner.wake()
  if (config.avif) startAvif(app, deps)
  if (deps.backupFolder) startBackups(app, deps, deps.backupFolder)
  if (config.mail) startOutbox(app, deps, config.mail)
  if (config.mail) startWeeklyEmails(app, deps)
}

/** Derives the search data of a large catalogue again after an upgrade, half of the time, on one instance. */
function startDerivedDataRebuild(app: FastifyInstance, { db, events }: JobDeps): void {
  let isClosing = false
  const pause = async () => {
    await sleep(DERIVED_DATA_PAUSE_MS)
    return !isClosing
  }
  const rebuild = () =>
    runExclusively(db, 'derived data', async () => {
      if (!(await rebuildDerivedData(db, pause)) || isClosing) return
      events.emit('content-changed')
      app.log.info('the search data of all items were derived again')
    })
  const logFailure = (error: unknown) =>
    app.log.error({ err: error }, 'the search data could not be derived again')
  let running: Promise<unknown> | undefined
  app.addHook('onReady', async () => {
    const isUpToDate = await isDerivedDataUpToDate(db).catch(logFailure)
    if (isUpToDate === false) running = rebuild().catch(logFailure)
  })
  app.addHook('onClose', async () => {
    isClosing = true
    await running
  })
}

/** Deletes pictures that no item, revision, quotation or site content has referenced for a day, such as those of abandoned forms. */
function startMediaSweep(app: FastifyInstance, { db, clock, media }: JobDeps): void {
  const usage = createFileUsage(db)
  startSweep(app, db, {
    what: 'unused pictures',
    lock: 'sweep of pictures',
    remove: () => media.removeUnused(toIso(subtractDays(clock(), UNUSED_RETENTION_DAYS)), usage),
  })
}

/** Deletes files that visitors uploaded and did not send for a day, files of deleted enquiries, and remains of failed uploads. */
function startAttachmentSweep(app: FastifyInstance, deps: JobDeps): void {
  const { db, clock, tmpDir } = deps
  startSweep(app, db, {
    what: 'unsent attachments',
    lock: 'sweep of attachments',
    async remove() {
      await removeStaleUploads(tmpDir, isStagingInUse, UNUSED_RETENTION_DAYS * 86_400_000)
      return removeUnusedAttachments(deps, subtractDays(clock(), UNSENT_FILE_DAYS))
    },
  })
}

/** Deletes documents that staff deleted a day ago, records of files that no page has had for a day, and then files without a document or page. */
function startDocumentSweep(app: FastifyInstance, deps: JobDeps): void {
  const { db, clock } = deps
  const usage = createFileUsage(db, (table) => table.startsWith('publication'))
  startSweep(app, db, {
    what: 'unused documents',
    lock: 'sweep of documents',
    async remove() {
      const before = subtractDays(clock(), UNUSED_RETENTION_DAYS)
      await removeUnusedSiteFiles(deps, before, usage)
      return removeUnusedDocuments(deps, before)
    },
  })
}

/** Deletes the private links of customers that have ended. */
function startLinkSweep(app: FastifyInstance, { db, clock }: JobDeps): void {
  startSweep(app, db, {
    what: 'ended private links',
    lock: 'sweep of private links',
    remove: () => inTransaction(db, (tx) => removeEndedLinks(tx, clock())),
  })
}

/** Erases customers after the time that the settings name, 100 at a time. */
function startPersonalDataSweep(app: FastifyInstance, deps: JobDeps): void {
  const { config, db } = deps
  const erasureDeps = {
    ...deps,
    erasureFolders: listErasureFolders(config),
    onError: (error: unknown) => app.log.error({ err: error }, 'an erasure of personal data is not complete'),
  }
  startSweep(app, db, {
    what: 'customers whose time of retention has passed',
    lock: 'sweep of personal data',
    remove: () => eraseInactiveCustomers(erasureDeps),
  })
}

/** Stores the visits that were counted, and deletes what is known of single visits when the day is over. */
function startVisitCounting(app: FastifyInstance, { db, visits }: JobDeps): void {
  const logFailure = (error: unknown) => app.log.error({ err: error }, 'visits could not be stored')
  const loop = createLoop({
    intervalMs: VISIT_INTERVAL_MS,
    work: () => visits.flush(),
    onError: logFailure,
  })
  app.addHook('onClose', async () => {
    await loop.stop()
    await visits.flush().catch(logFailure)
  })
  startSweep(app, db, {
    what: 'events of past visits',
    lock: 'sweep of visits',
    remove: () => visits.removeOld(),
  })
}

/** Publishes pages and articles on their day. */
function startSchedule(app: FastifyInstance, deps: JobDeps): void {
  const onError = (error: unknown) => app.log.error({ err: error }, 'a scheduled page could not be published')
  const loop = createLoop({
    intervalMs: SCHEDULE_INTERVAL_MS,
    work: () => runExclusively(deps.db, 'schedule of pages', () => publishDue({ ...deps, onError })),
    onError,
  })
  app.addHook('onClose', () => loop.stop())
}

/** Sends the owners the visitor figures of each week. */
function startWeeklyEmails(app: FastifyInstance, deps: JobDeps): void {
  const { db, sendMail } = deps
  if (!sendMail) return
  const loop = createLoop({
    intervalMs: WEEKLY_EMAIL_INTERVAL_MS,
    work: () =>
      sendWeeklyFigures({
        ...deps,
        sendMail,
        isWanted: async () => (await readSiteContent(db)).content.visitors.weeklyEmail === 'on',
        listOwners: async () =>
          (await listAccountSummaries(db)).filter(
            ({ role, state, email }) =>
              role === 'owner' && state === 'active' && !email.endsWith('@localhost'),
          ),
      }),
    onError: (error) => app.log.error({ err: error }, 'the visitor figures of the week could not be sent'),
  })
  app.addHook('onClose', () => loop.stop())
}

/** Deletes the files of imports after a month. What they changed remains known, and can be undone. */
function startImportSweep(app: FastifyInstance, { db, clock, imports }: JobDeps): void {
  startSweep(app, db, {
    what: 'files of old imports',
    lock: 'sweep of imports',
    remove: () =>
      removeOldImportFiles(db, imports.storage, subtractDays(clock(), IMPORT_FILE_RETENTION_DAYS)),
  })
}

/** Calls `remove` every six hours, on one instance at a time, and logs the number that it returns. */
function startSweep(
  app: FastifyInstance,
  db: Db,
  { what, lock, remove }: { what: string; lock: string; remove: () => Promise<number> },
): void {
  const loop = createLoop({
    intervalMs: SWEEP_INTERVAL_MS,
    work: () =>
      runExclusively(db, lock, async () => {
        const count = await remove()
        if (count > 0) app.log.info({ count }, `${what} were removed`)
      }),
    onError: (error) => app.log.error({ err: error }, `${what} could not be removed`),
  })
  systemScheduler(loop.wake, FIRST_SWEEP_DELAY_MS)
  app.addHook('onClose', () => loop.stop())
}

/** Encodes AVIF files. A finished picture invalidates the caches, because pages then refer to its AVIF files. */
function startAvif(app: FastifyInstance, { events, media, ...deps }: JobDeps): void {
  const job = startAvifJob({
    ...deps,
    delayMs: AVIF_DELAY_MS,
    onDone: (id) => {
      media.invalidate(id)
      events.emit('content-changed', 'pages')
    },
    onError: (error) => app.log.error({ err: error }, 'AVIF files could not be created'),
  })
  events.on('content-changed', () => job.wake())
  app.addHook('onClose', () => job.stop())
}

/** Writes a backup every night (decision 0126) and logs its result. */
function startBackups(
  app: FastifyInstance,
  { config, clock, schedule }: JobDeps,
  folder: BackupFolder,
): void {
  const { dataDir, media } = config
  const backups = startNightlyBackups({
    dataDir,
    folder,
    clock,
    timer: schedule,
    environment: media.bucket ? { MEDIA_URL: formatS3Url(media.bucket) } : {},
    onDone: (result) => {
      if (result.missing > 0)
        app.log.warn(result, 'the nightly backup is complete except for missing picture files')
      else app.log.info(result, 'the nightly backup is complete')
    },
    onFailure: (reason) =>
      app.log.error({ reason }, 'the nightly backup failed; it will be retried in an hour'),
    onOverdue: (hours) => app.log.warn({ hours }, 'the newest nightly backup is too old'),
  })
  app.addHook('onClose', () => backups.stop())
}

/** Sends the e-mails in the outbox. */
function startOutbox(app: FastifyInstance, { db, clock, events }: JobDeps, settings: MailSettings): void {
  const worker = startOutboxWorker({
    db,
    clock,
    transport: createMailTransport(settings),
    onError: (error) => app.log.error({ err: error }, 'the outbox could not be read or written'),
    onFailure: (kind) => app.log.warn({ kind }, 'an e-mail could not be sent'),
  })
  events.on('mail-queued', () => worker.wake())
  app.addHook('onClose', () => worker.stop())
}
