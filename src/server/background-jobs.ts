import type { FastifyInstance } from 'fastify'
import { startNightlyBackups } from '#server/backup/nightly.ts'
import { iteratePictureIds, listPictureIdsChangedSince } from '#server/catalogue/items/store-pictures.ts'
import type { MailSettings, MediaSettings } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { runExclusively } from '#server/database/postgres/locks.ts'
import { type Clock, subtractDays, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import { type Scheduler, systemScheduler } from '#server/kernel/scheduler.ts'
import { startOutboxWorker } from '#server/mail/outbox-worker.ts'
import { type QueueMail, queueMail } from '#server/mail/store.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { startAvifJob } from '#server/media/avif-job.ts'
import type { BlobStorage } from '#server/media/blob-storage.ts'
import type { ImageWorker } from '#server/media/image-worker.ts'
import type { MediaService } from '#server/media/media-service.ts'
import { formatS3Url } from '#server/media/s3-address.ts'
import type { PictureUsage } from '#server/media/sweep.ts'
import { listSiteContentPictures } from '#server/site-content/store.ts'

/* What the server does beside answering; each ends with it. */

/** The first visitors come before the last bytes saved. */
const AVIF_DELAY_MS = 5000
const FIRST_SWEEP_DELAY_MS = 10 * 60_000
const SWEEP_INTERVAL_MS = 6 * 3_600_000

/** A picture that is ready as AVIF shows on the pages at once; new pictures come with a change of content. */
export function registerAvifJob(
  app: FastifyInstance,
  deps: {
    db: Db
    blobStorage: BlobStorage
    clock: Clock
    imageWorker: ImageWorker
    media: MediaService
    events: Events
  },
): void {
  const { media, events, ...rest } = deps
  let isOwnChange = false
  const job = startAvifJob({
    ...rest,
    delayMs: AVIF_DELAY_MS,
    onDone: (id) => {
      media.invalidate(id)
      isOwnChange = true
      events.emit('content')
      isOwnChange = false
    },
    onError: (error) => app.log.error({ err: error }, 'making AVIF files failed'),
  })
  events.on('content', () => {
    if (!isOwnChange) job.wake()
  })
  app.addHook('onClose', () => job.stop())
}

/** Pictures that nothing shows any more go after a day: a form given up, a picture replaced and no longer in any history. */
export function registerMediaSweep(
  app: FastifyInstance,
  { db, clock, media }: { db: Db; clock: Clock; media: MediaService },
): void {
  const usage: PictureUsage = {
    async *all() {
      yield* iteratePictureIds(db)
      yield await listSiteContentPictures(db)
    },
    since: async (transaction, at) => [
      ...(await listPictureIdsChangedSince(transaction, at)),
      ...(await listSiteContentPictures(transaction)),
    ],
  }
  let running: Promise<void> | undefined
  const sweep = () => {
    running = runExclusively(db, 'sweep of pictures', async () => {
      const count = await media.removeUnused(toIso(subtractDays(clock(), 1)), usage)
      if (count > 0) app.log.info({ count }, 'removed pictures that nothing shows')
    })
      .then(() => undefined)
      .catch((error) => app.log.error({ err: error }, 'removing unused pictures failed'))
    cancelNext = systemScheduler(sweep, SWEEP_INTERVAL_MS)
  }
  let cancelNext = systemScheduler(sweep, FIRST_SWEEP_DELAY_MS)
  app.addHook('onClose', async () => {
    cancelNext()
    await running
  })
}

/** Writes a back-up every night (decision 0126), and says how that went. */
export function registerNightlyBackups(
  app: FastifyInstance,
  deps: { dataDir: string; backupDir: string; media: MediaSettings; clock: Clock; timer: Scheduler },
): void {
  const { dataDir, backupDir, media, clock, timer } = deps
  const backups = startNightlyBackups({
    dataDir,
    backupDir,
    clock,
    timer,
    environment: media.bucket ? { MEDIA_URL: formatS3Url(media.bucket) } : {},
    onDone: (done) => {
      if (done.missing > 0)
        app.log.warn(done, 'the nightly back-up is written, without files of pictures that are missing')
      else app.log.info(done, 'the nightly back-up is written')
    },
    onFailure: (reason) =>
      app.log.error({ reason }, 'the nightly back-up failed; it is tried again in an hour'),
  })
  app.addHook('onClose', () => backups.stop())
}

/** Sends what waits in the outbox. Answers how mail is left there: in the caller's transaction, and sent after it. */
export function registerOutboxWorker(
  app: FastifyInstance,
  { settings, ...parts }: { db: Db; clock: Clock; settings: MailSettings },
): QueueMail {
  const worker = startOutboxWorker({
    ...parts,
    transport: createMailTransport(settings),
    onError: (error) => app.log.error({ err: error }, 'the outbox cannot be read or written'),
    onFailure: (kind) => app.log.warn({ kind }, 'a mail could not be sent'),
  })
  app.addHook('onClose', () => worker.stop())
  return async (db, mail, at) => {
    await queueMail(db, mail, at)
    worker.wake()
  }
}
