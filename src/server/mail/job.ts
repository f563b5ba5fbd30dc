import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { type Clock, daysBefore, minutesBefore, timestamp } from '#server/kernel/clock.ts'
import { failureKind, nextTry } from './rules.ts'
import { claimMail, markFailed, markSent, removeOldMail, type WaitingMail } from './store.ts'
import type { Transport } from './transport.ts'

/** Without a call it looks this often whether something is due. */
const LOOK_MS = 30_000
/** After a call it looks at once, and again so much later: what it is called for shows when its transaction has ended. */
const SOON_MS: readonly number[] = [100, 400, 1500]
const KEPT_DAYS = 30
/** Longer than any mail server lets itself be waited for; then another process may try what this one has claimed. */
const CLAIM_MINUTES = 5
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
 * Sends what waits in the outbox, whichever process left it there, one mail at a time. What could not be sent waits
 * longer after every try, and up to three days; a stop in between loses nothing.
 */
export function startMailJob(parts: MailParts): MailJob {
  const stopped = new AbortController()
  let rest = new AbortController()
  let soon: number[] = []
  /** Taken by the mail server, but not yet noted: whatever happens, these are not sent again. */
  const taken = new Set<string>()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      rest = new AbortController()
      await sendDue(parts, taken, stopped.signal).catch(parts.onError)
      const signal = AbortSignal.any([stopped.signal, rest.signal])
      await sleep(soon.shift() ?? LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    wake() {
      soon = [...SOON_MS]
      rest.abort()
    },
    async stop() {
      stopped.abort()
      await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

async function sendDue(parts: MailParts, taken: Set<string>, stopped: AbortSignal): Promise<void> {
  const { db, clock } = parts
  await noteTaken(parts, taken)
  await removeOldMail(db, timestamp(daysBefore(clock(), KEPT_DAYS)))
  while (!stopped.aborted) {
    const now = clock()
    const until = minutesBefore(now, -CLAIM_MINUTES)
    const mail = await claimMail(db, { at: timestamp(now), until: timestamp(until) })
    if (!mail) return
    await attempt(parts, mail, taken)
  }
}

async function attempt(parts: MailParts, mail: WaitingMail, taken: Set<string>): Promise<void> {
  const { db, clock, transport, onFailure } = parts
  try {
    await transport.send(mail)
  } catch (error) {
    const tries = mail.tries + 1
    const kind = failureKind(error)
    const next = nextTry(tries, new Date(mail.createdAt), clock())
    await markFailed(db, mail.id, { tries, error: kind, nextTryAt: next ? timestamp(next) : null })
    onFailure(kind)
    return
  }
  taken.add(mail.id)
  await noteTaken(parts, taken)
}

/** Well before the claim of the first of them ends, or another process would send it again. */
async function noteTaken({ db, clock }: MailParts, taken: Set<string>): Promise<void> {
  for (const id of taken) {
    await markSent(db, id, timestamp(clock()))
    taken.delete(id)
  }
}
