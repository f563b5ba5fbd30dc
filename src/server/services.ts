import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createAuthenticator } from './accounts/authenticate.ts'
import { isStagingInUse } from './backup/archive/file-utils.ts'
import { type BackupFolder, openBackupFolder } from './backup/backup-folder.ts'
import { type ImportRunner, startImportRunner } from './catalogue/imports/import-runner.ts'
import { createImportStorage, type ImportStorage } from './catalogue/imports/import-storage.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database/db.ts'
import { PublicReads } from './http-cache/public-read.ts'
import type { ResponseCache } from './http-cache/response-cache.ts'
import type { Clock } from './kernel/clock.ts'
import { Events } from './kernel/events.ts'
import { createGuard, type Guard } from './kernel/http/guard.ts'
import { removeStaleUploads } from './kernel/http/multipart.ts'
import { createNetworkLimit } from './kernel/http/rate-limit.ts'
import { createPdfRenderer, type PdfRenderer } from './kernel/pdf/pdf-renderer.ts'
import type { Scheduler } from './kernel/scheduler.ts'
import { type QueueMail, queueMail } from './mail/store.ts'
import { type ImageWorker, startImageWorker } from './media/image-worker.ts'
import { createMediaService, type MediaService } from './media/media-service.ts'
import type { BlobStorage } from './media/storage/blob-storage.ts'
import { openBlobStorage, openFileStorage } from './media/storage/open-blob-storage.ts'
import { createTranslator, type Translator } from './translations/translator.ts'
import { VisitRecorder } from './visitors/visit-recorder.ts'

/** Reads of one network that no cache has. */
const UNCACHED_READS = { max: 3000, timeWindow: '1 minute' }
/** An office in which twenty people type searches makes a few hundred. */
const UNCACHED_SEARCHES = { max: 600, timeWindow: '1 minute' }

/** The services that modules and jobs share. All of them exist as long as the server. */
export interface Services {
  db: Db
  /** The same database for reads that may take long. */
  reader: Db
  clock: Clock
  schedule: Scheduler
  events: Events
  guard: Guard
  publicUrl: string | undefined
  responseCache: ResponseCache
  publicReads: PublicReads
  translator: Translator
  imageWorker: ImageWorker
  /** Creates the documents of quotations. */
  pdfRenderer: PdfRenderer
  /** Creates the data sheets and comparisons that every visitor can ask for. */
  publicPdfRenderer: PdfRenderer
  /** The pictures. */
  blobStorage: BlobStorage
  /** The files of visitors, which have no public address. */
  attachmentStorage: BlobStorage
  /** The documents of items. */
  documentStorage: BlobStorage
  media: MediaService
  imports: { runner: ImportRunner; storage: ImportStorage }
  /** Undefined if the site makes no nightly backups. */
  backupFolder: BackupFolder | undefined
  /** Undefined if the site is configured without a mail server. */
  sendMail: QueueMail | undefined
  /** Counts the visits of the public pages. */
  visits: VisitRecorder
  /** Holds uploads while they are received. */
  tmpDir: string
}

interface ServiceDeps extends Pick<Services, 'clock' | 'schedule' | 'responseCache'> {
  config: Config
  database: Database
}

/** Creates the services and connects the caches to changes of public content. */
export async function createServices(app: FastifyInstance, deps: ServiceDeps): Promise<Services> {
  const { config, database, responseCache, clock, schedule } = deps
  const { db, reader } = database
  const { publicUrl } = config
  const tmpDir = join(config.dataDir, 'tmp')
  mkdirSync(tmpDir, { recursive: true })
  await removeStaleUploads(tmpDir, isStagingInUse)
  const events = new Events()
  const translator = createTranslator(db, events)
  const limits = {
    reads: createNetworkLimit(app, UNCACHED_READS),
    searches: createNetworkLimit(app, UNCACHED_SEARCHES),
  }
  const publicReads = new PublicReads(responseCache, limits, translator.open)
  const guard = createGuard(app, createAuthenticator({ db, clock, publicUrl }))
  const imageWorker = startImageWorker()
  app.addHook('onClose', async () => imageWorker.close())
  const pdfRenderer = createPdfRenderer()
  app.addHook('onClose', async () => pdfRenderer.close())
  const publicPdfRenderer = createPdfRenderer()
  app.addHook('onClose', async () => publicPdfRenderer.close())
  const backupFolder = config.backupDir ? await openBackupFolder(config.backupDir, clock) : undefined
  const blobStorage = await openBlobStorage(config)
  const attachmentStorage = await openFileStorage(config, 'attachments')
  const documentStorage = await openFileStorage(config, 'documents')
  const media = createMediaService({ db, blobStorage, clock, imageWorker, publicUrl: config.media.publicUrl })
  events.on('content-changed', () => {
    database.notifyChange()
    responseCache.clear()
    publicReads.cache.clear()
  })
  database.onRemoteChange(() => {
    // It may concern pictures. Changes of pictures by this process invalidate the records where they are made.
    media.invalidate()
    events.emit('content-changed')
  })
  const importStorage = createImportStorage(await openFileStorage(config, 'imports'))
  const importRunner = startImportRunner({
    db,
    database: { dataDir: config.dataDir, databaseUrl: config.databaseUrl },
    events,
    storage: importStorage,
    tmpDir,
    clock,
    onError: (error) => app.log.error({ err: error }, 'an import failed'),
  })
  app.addHook('onClose', () => importRunner.close())
  const sendMail: QueueMail = async (tx, mail, at) => {
    const id = await queueMail(tx, mail, at)
    events.emit('mail-queued')
    return id
  }
  return {
    db,
    reader,
    clock,
    schedule,
    events,
    guard,
    publicUrl,
    responseCache,
    publicReads,
    translator,
    imageWorker,
    pdfRenderer,
    publicPdfRenderer,
    blobStorage,
    attachmentStorage,
    documentStorage,
    media,
    imports: { runner: importRunner, storage: importStorage },
    backupFolder,
    sendMail: config.mail && sendMail,
    visits: new VisitRecorder({ db, clock }),
    tmpDir,
  }
}
