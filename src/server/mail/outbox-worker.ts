import { setTimeout as sleep } from 'node:timers/promises'
import { EMAIL_DAYS } from '#contracts/enquiry/retention.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractDays, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { createLoop, systemScheduler } from '#server/kernel/scheduler.ts'
import { describeFailure, getNextAttempt, isPermanent } from './rules.ts'
import { claimMail, markFailed, markSent, type PendingMail, removeOldMail } from './store.ts'
import type { MailTransport } from './transport.ts'

/** Interval between checks for due emails. */
const POLL_INTERVAL_MS = 30_000
/** Delays of further checks after `wake`, because the email is visible only when its transaction has been committed. */
const QUICK_POLL_DELAYS_MS = [100, 400, 1500]
/** Longer than all timeouts of the mail server together. After it, another process may claim the email. */
const CLAIM_TIMEOUT_MINUTES = 5
/** Wait for the email that is being sent when the program stops. */
const STOP_TIMEOUT_MS = 5000

export interface OutboxWorker {
  /** Checks for due emails now and several times within 2 seconds. */
  wake(): void
  /** Stops the worker, after up to 5 s for the email that is being sent. */
  stop(): Promise<void>
}

interface OutboxWorkerDeps {
  db: Db
  clock: Clock
  transport: MailTransport
  /** Called when an attempt failed; the email is retried or has finally failed. */
  onFailure(kind: string): void
  onError(error: unknown): void
}

/**
 * Sends the emails of the outbox one at a time, also those that other processes added. Failed attempts are repeated
 * after growing intervals for up to three days, unless the mail server has refused the email for good. Nothing is lost when the program stops.
 */
export function startOutboxWorker(deps: OutboxWorkerDeps): OutboxWorker {
  /** Emails that the mail server has accepted but that are not yet marked as sent; they are never sent again. */
  const acceptedIds = new Set<string>()

  let quickPolls: number[] = []
  const loop = createLoop({
    intervalMs: POLL_INTERVAL_MS,
    async work(signal) {
      try {
        await sendDueMail(deps, acceptedIds, signal)
      } finally {
        const delayMs = quickPolls.shift()
        if (delayMs !== undefined) systemScheduler(loop.wake, delayMs)
      }
    },
    onError: deps.onError,
  })
  loop.wake()
  return {
    wake() {
      quickPolls = [...QUICK_POLL_DELAYS_MS]
      loop.wake()
    },
    async stop() {
      await Promise.race([loop.stop(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

async function sendDueMail(
  deps: OutboxWorkerDeps,
  acceptedIds: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps
  await recordAccepted(deps, acceptedIds)
  const before = toIso(subtractDays(clock(), EMAIL_DAYS))
  await inTransaction(db, (tx) => removeOldMail(tx, before))
  while (!signal.aborted) {
    const now = clock()
    const until = subtractMinutes(now, -CLAIM_TIMEOUT_MINUTES)
    const mail = await inTransaction(db, (tx) => claimMail(tx, { at: toIso(now), until: toIso(until) }))
    if (!mail) return
    await trySend(deps, mail, acceptedIds)
  }
}

async function trySend(deps: OutboxWorkerDeps, mail: PendingMail, acceptedIds: Set<string>): Promise<void> {
  const { db, clock, transport, onFailure } = deps
  try {
    await transport.send(mail)
  } catch (error) {
    const attempts = mail.attempts + 1
    const kind = describeFailure(error)
    const next = isPermanent(error) ? undefined : getNextAttempt(attempts, new Date(mail.createdAt), clock())
    const failure = { attempts, error: kind, nextAttemptAt: next ? toIso(next) : null }
    await inTransaction(db, (tx) => markFailed(tx, mail.id, failure))
    onFailure(kind)
    return
  }
  acceptedIds.add(mail.id)
  await recordAccepted(deps, acceptedIds)
}

/** Marks accepted emails as sent. Must run before their claim expires, or another process would send them again. */
async function recordAccepted({ db, clock }: OutboxWorkerDeps, acceptedIds: Set<string>): Promise<void> {
  for (const id of acceptedIds) {
    await inTransaction(db, (tx) => markSent(tx, id, toIso(clock())))
    acceptedIds.delete(id)
  }
}
