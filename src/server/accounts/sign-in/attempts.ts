import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { toClientNetwork } from '#server/kernel/http/http.ts'
import { ATTEMPT_WINDOW_MINUTES } from '../limits.ts'
import { tooManyAttempts, tooManyCodes } from '../problems.ts'
import { type AttemptLimit, getAttemptLimits, getCodeAttemptLimit, getThrottleDelayMs } from '../rules.ts'
import type { Account } from '../store.ts'
import { clearAttempts, deleteAttempts, insertAttempts } from './store-attempts.ts'

interface AttemptDeps {
  db: Db
  clock: Clock
}

/** An attempt that counts as failed until it is reported otherwise. */
export interface Attempt {
  /** Reports a correct password or code: earlier failures no longer count. */
  succeed(): Promise<void>
  /** Reports an attempt that was neither right nor wrong: only this attempt no longer counts. */
  withdraw(): Promise<void>
}

const NO_ATTEMPT: Attempt = { succeed: async () => undefined, withdraw: async () => undefined }

/**
 * Registers an attempt before the password is compared, so that parallel attempts are all counted. Throws 429 after too
 * many; delays attempts on an account that is under attack.
 */
export async function registerPasswordAttempt(
  deps: AttemptDeps,
  { email, ip }: { email: string; ip: string },
): Promise<Attempt> {
  const { accountAndNetwork, network, account } = getAttemptLimits({ email, network: toClientNetwork(ip) })
  const stored = await registerAttempts(deps, [accountAndNetwork, network, account])
  if (!stored) throw tooManyAttempts()
  const [, , accountFailures = 0] = stored.failures
  await sleep(getThrottleDelayMs(accountFailures))
  return createAttempt(deps, stored.ids, accountAndNetwork)
}

/** Registers an attempt before the code is compared. Does nothing for an account without a second factor. Throws 429 after too many. */
export async function registerCodeAttempt(
  deps: AttemptDeps,
  { account, code }: { account: Account; code: string | undefined },
): Promise<Attempt> {
  const limit = account.secondFactor && code ? getCodeAttemptLimit(account.id, code) : undefined
  if (!limit) return NO_ATTEMPT
  const stored = await registerAttempts(deps, [limit])
  if (!stored) throw tooManyCodes()
  return createAttempt(deps, stored.ids, limit)
}

function registerAttempts({ db, clock }: AttemptDeps, limits: AttemptLimit[]) {
  const now = clock()
  const since = toIso(subtractMinutes(now, ATTEMPT_WINDOW_MINUTES))
  return inTransaction(db, (tx) => insertAttempts(tx, { limits, at: toIso(now), since }))
}

const createAttempt = ({ db }: AttemptDeps, ids: number[], { subject }: AttemptLimit): Attempt => ({
  succeed: () => inTransaction(db, (tx) => clearAttempts(tx, { ids, subject })),
  withdraw: () => inTransaction(db, (tx) => deleteAttempts(tx, ids)),
})
