import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/database/open.ts'
import { type Clock, daysBefore, timestamp } from '#server/kernel/clock.ts'
import { failureKind, nextTry } from './rules.ts'
import { markFailed, markSent, nextMail, removeOldMail, type WaitingMail } from './store.ts'
import type { Transport } from './transport.ts'

/** Without a call it looks this often whether something is due. */
const LOOK_MS = 30_000
const KEPT_DAYS = 30
/** How long the end of the program waits for a mail under way. */
const STOP_MS = 5000

export interface MailJob {
  /** Looks for mail soon. */
  wake(): void
  /** Waits up to 5 s for the mail under way, then rests for good. */
  stop(): Promise<void>
}

interface MailParts {
  db: Db
  clock: Clock
  transport: Transport
  /** A mail was not taken; it is tried again or given up. */
  onFailure(kind: string): void
  onError(error: unknown): void
}

/**
 * Sends what waits in the outbox, one mail at a time. What could not be sent waits longer after every try, and up to
 * three days; a stop in between loses nothing.
 */
export function startMailJob(parts: MailParts): MailJob {
  const stopped = new AbortController()
  let rest = new AbortController()
  /** Taken by the mail server, but not yet noted: whatever happens, these are not sent again. */
  const taken = new Set<string>()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      rest = new AbortController()
      await sendDue(parts, taken, stopped.signal).catch(parts.onError)
      const signal = AbortSignal.any([stopped.signal, rest.signal])
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    wake: () => rest.abort(),
    async stop() {
      stopped.abort()
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

async function sendDue(parts: MailParts, taken: Set<string>, stopped: AbortSignal): Promise<void> {
  const { db, clock } = parts
  await removeOldMail(db, timestamp(daysBefore(clock(), KEPT_DAYS)))
  for (;;) {
    const mail = await nextMail(db)
    if (!mail || stopped.aborted || mail.nextTryAt > timestamp(clock())) return
    await attempt(parts, mail, taken)
  }
}

async function attempt(
  { db, clock, transport, onFailure }: MailParts,
  mail: WaitingMail,
  taken: Set<string>,
): Promise<void> {
  try {
    if (!taken.has(mail.id)) await transport.send(mail)
  } catch (error) {
    const tries = mail.tries + 1
    const kind = failureKind(error)
    const next = nextTry(tries, new Date(mail.createdAt), clock())
    await markFailed(db, mail.id, { tries, error: kind, nextTryAt: next ? timestamp(next) : null })
    onFailure(kind)
    return
  }
  taken.add(mail.id)
  await markSent(db, mail.id, timestamp(clock()))
  taken.delete(mail.id)
}
