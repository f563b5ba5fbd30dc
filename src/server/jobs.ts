import type { FastifyInstance } from 'fastify'
import { startNightlyBackups } from './backup/nightly.ts'
import { picturesChangedSince, picturesInCatalogue } from './catalogue/store-pictures.ts'
import type { MailSettings, MediaSettings } from './config.ts'
import { alone } from './database/alone.ts'
import type { Db } from './database/db.ts'
import { type Clock, daysBefore, timestamp } from './kernel/clock.ts'
import type { Events } from './kernel/events.ts'
import { systemTimer, type Timer } from './kernel/timer.ts'
import { startMailJob } from './mail/job.ts'
import { type QueueMail, queueMail } from './mail/store.ts'
import { openTransport } from './mail/transport.ts'
import { startAvifJob } from './media/avif.ts'
import type { Blobs } from './media/blobs.ts'
import { bucketAddress } from './media/bucket-address.ts'
import type { Media, UsedPictures } from './media/library.ts'
import type { Workshop } from './media/workshop.ts'
import { picturesInSiteContent } from './site-content/store.ts'

/* What the server does beside answering; each ends with it. */

/** The first visitors come before the last bytes saved. */
const AVIF_DELAY_MS = 5000
const FIRST_SWEEP_MS = 10 * 60_000
const SWEEP_MS = 6 * 3_600_000

/** A picture that is ready as AVIF shows on the pages at once; new pictures come with a change of content. */
export function runAvifJob(
  app: FastifyInstance,
  parts: { db: Db; blobs: Blobs; clock: Clock; workshop: Workshop; media: Media; events: Events },
): void {
  const { media, events, ...rest } = parts
  let own = false
  const job = startAvifJob({
    ...rest,
    delayMs: AVIF_DELAY_MS,
    onDone: (id) => {
      media.forget(id)
      own = true
      events.emit('content')
      own = false
    },
    onError: (error) => app.log.error({ err: error }, 'making AVIF files failed'),
  })
  events.on('content', () => {
    if (!own) job.wake()
  })
  app.addHook('onClose', () => job.stop())
}

/** Pictures that nothing shows any more go after a day: a form given up, a picture replaced and no longer in any history. */
export function sweepPictures(
  app: FastifyInstance,
  { db, clock, media }: { db: Db; clock: Clock; media: Media },
): void {
  const used: UsedPictures = {
    async *all() {
      yield* picturesInCatalogue(db)
      yield await picturesInSiteContent(db)
    },
    since: async (transaction, at) => [
      ...(await picturesChangedSince(transaction, at)),
      ...(await picturesInSiteContent(transaction)),
    ],
  }
  let running: Promise<void> | undefined
  const sweep = () => {
    running = alone(db, 'sweep of pictures', async () => {
      const count = await media.removeUnused(timestamp(daysBefore(clock(), 1)), used)
      if (count > 0) app.log.info({ count }, 'removed pictures that nothing shows')
    })
      .then(() => undefined)
      .catch((error) => app.log.error({ err: error }, 'removing unused pictures failed'))
    next = systemTimer(sweep, SWEEP_MS)
  }
  let next = systemTimer(sweep, FIRST_SWEEP_MS)
  app.addHook('onClose', async () => {
    next()
    await running
  })
}

/** Writes a back-up every night (decision 0126), and says how that went. */
export function runNightlyBackups(
  app: FastifyInstance,
  parts: { dataDir: string; backupDir: string; media: MediaSettings; clock: Clock; timer: Timer },
): void {
  const { dataDir, backupDir, media, clock, timer } = parts
  const backups = startNightlyBackups({
    dataDir,
    backupDir,
    clock,
    timer,
    environment: media.bucket ? { MEDIA_URL: bucketAddress(media.bucket) } : {},
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
export function runMailJob(
  app: FastifyInstance,
  { settings, ...parts }: { db: Db; clock: Clock; settings: MailSettings },
): QueueMail {
  const job = startMailJob({
    ...parts,
    transport: openTransport(settings),
    onError: (error) => app.log.error({ err: error }, 'the outbox cannot be read or written'),
    onFailure: (kind) => app.log.warn({ kind }, 'a mail could not be sent'),
  })
  app.addHook('onClose', () => job.stop())
  return async (db, mail, at) => {
    await queueMail(db, mail, at)
    job.wake()
  }
}
