import type { LoginBody } from '#contracts/account/account.ts'
import { MESSAGES } from '#contracts/limits.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import {
  IDLE_TIMEOUT_MINUTES,
  MAX_ATTEMPTS_PER_ACCOUNT_AND_NETWORK,
  MAX_ATTEMPTS_PER_NETWORK,
  MAX_CODE_ATTEMPTS,
  MAX_SESSION_DAYS,
  THROTTLE_AFTER_FAILURES,
  THROTTLE_DELAY_MS,
} from './limits.ts'

const COOKIE_NAME = 'capstan_session'
/**
 * Returns the name of the session cookie at a site with this origin. Over HTTPS it has the prefix '__Host-': browsers
 * accept such a cookie from this host only, so that a page of a sibling domain cannot set a session of its own.
 */
export const getSessionCookieName = (origin: string | undefined): string =>
  origin?.startsWith('https:') ? `__Host-${COOKIE_NAME}` : COOKIE_NAME

/** A maximum of attempts within the window. `subject` is a hash, so that the table contains no personal data. */
export interface AttemptLimit {
  subject: string
  max: number
}

/** Returns the limits of a sign-in: of the account from this network, of the network, and of the account, which has no maximum. */
export function getAttemptLimits({ email, network }: { email: string; network: string }): {
  accountAndNetwork: AttemptLimit
  network: AttemptLimit
  account: AttemptLimit
} {
  return {
    accountAndNetwork: {
      subject: hashSecret(`both ${email} ${network}`),
      max: MAX_ATTEMPTS_PER_ACCOUNT_AND_NETWORK,
    },
    network: { subject: hashSecret(`network ${network}`), max: MAX_ATTEMPTS_PER_NETWORK },
    account: { subject: hashSecret(`account ${email}`), max: Number.POSITIVE_INFINITY },
  }
}

/**
 * Returns the limit for a code of six digits, which can be guessed from many networks. Recovery codes have no limit:
 * they cannot be guessed, and their owner can still sign in when others have used up the attempts.
 */
export const getCodeAttemptLimit = (accountId: string, code: string): AttemptLimit | undefined =>
  /^\d{6}$/.test(code.replace(/\s/g, ''))
    ? { subject: hashSecret(`code ${accountId}`), max: MAX_CODE_ATTEMPTS }
    : undefined

/** Returns the delay of a sign-in to an account with this many failures within the window. */
export const getThrottleDelayMs = (failures: number) =>
  failures < THROTTLE_AFTER_FAILURES ? 0 : THROTTLE_DELAY_MS

/** Returns the credentials with a normalised email address. Throws the specified 400 when a field is blank (row AUTH-2). */
export function parseLogin({ email, password }: LoginBody): { email: string; password: string } {
  if (!email.trim() || !password.trim()) throw badRequest(MESSAGES.fillAllFields)
  return { email: normalizeEmail(email), password }
}

export const normalizeEmail = (email: string) => email.trim().toLowerCase()

export const getSessionExpiry = (start: Date) => new Date(start.getTime() + MAX_SESSION_DAYS * 86_400_000)

/** Returns whether a session is neither idle for IDLE_TIMEOUT_MINUTES nor older than MAX_SESSION_DAYS. */
export function isActive(session: { seenAt: string; expiresAt: string }, now: Date): boolean {
  const idleMinutes = (now.getTime() - Date.parse(session.seenAt)) / 60_000
  return idleMinutes < IDLE_TIMEOUT_MINUTES && now.toISOString() < session.expiresAt
}
