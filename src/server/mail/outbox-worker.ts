import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { type Clock, subtractDays, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { describeFailure, getNextAttempt } from './rules.ts'
import { claimMail, markFailed, markSent, type PendingMail, removeOldMail } from './store.ts'
import type { MailTransport } from './transport.ts'

/** Without a call it looks this often whether something is due. */
const POLL_INTERVAL_MS = 30_000
/** After a call it looks at once, and again so much later: what it is called for shows when its transaction has ended. */
const QUICK_POLL_DELAYS_MS: readonly number[] = [100, 400, 1500]
const RETENTION_DAYS = 30
/** Longer than any mail server lets itself be waited for; then another process may try what this one has claimed. */
const CLAIM_TIMEOUT_MINUTES = 5
/** How long the end of the program waits for a mail under way. */
const STOP_TIMEOUT_MS = 5000

export interface OutboxWorker {
  /** Looks for mail soon. */
  wake(): void
  /** Waits up to 5 s for the mail under way, then rests for good. */
  stop(): Promise<void>
}

interface OutboxWorkerDeps {
  db: Db
  clock: Clock
  transport: MailTransport
  /** A mail was not taken; it is tried again or given up. */
  onFailure(kind: string): void
  onError(error: unknown): void
}

/**
 * Sends what waits in the outbox, whichever process left it there, one mail at a time. What could not be sent waits
 * longer after every try, and up to three days; a stop in between loses nothing.
 */
export function startOutboxWorker(deps: OutboxWorkerDeps): OutboxWorker {
  const stopController = new AbortController()
  let sleepController = new AbortController()
  let quickPolls: number[] = []
  /** Taken by the mail server, but not yet noted: whatever happens, these are not sent again. */
  const acceptedIds = new Set<string>()

  async function run(): Promise<void> {
    while (!stopController.signal.aborted) {
      sleepController = new AbortController()
      await sendDueMail(deps, acceptedIds, stopController.signal).catch(deps.onError)
      const signal = AbortSignal.any([stopController.signal, sleepController.signal])
      await sleep(quickPolls.shift() ?? POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(
        () => undefined,
      )
    }
  }

  const running = run()
  return {
    wake() {
      quickPolls = [...QUICK_POLL_DELAYS_MS]
      sleepController.abort()
    },
    async stop() {
      stopController.abort()
      await Promise.race([running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
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
  await removeOldMail(db, toIso(subtractDays(clock(), RETENTION_DAYS)))
  while (!signal.aborted) {
    const now = clock()
    const until = subtractMinutes(now, -CLAIM_TIMEOUT_MINUTES)
    const mail = await claimMail(db, { at: toIso(now), until: toIso(until) })
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
    const next = getNextAttempt(attempts, new Date(mail.createdAt), clock())
    await markFailed(db, mail.id, { attempts, error: kind, nextAttemptAt: next ? toIso(next) : null })
    onFailure(kind)
    return
  }
  acceptedIds.add(mail.id)
  await recordAccepted(deps, acceptedIds)
}

/** Well before the claim of the first of them ends, or another process would send it again. */
async function recordAccepted({ db, clock }: OutboxWorkerDeps, acceptedIds: Set<string>): Promise<void> {
  for (const id of acceptedIds) {
    await markSent(db, id, toIso(clock()))
    acceptedIds.delete(id)
  }
}
